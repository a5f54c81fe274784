import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { path: string; body: any };
export type Answer =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | { events: string }
  /** Says so much, and then nothing until it is let go on. */
  | { events: string; rest: Promise<string> };

/** In place of the rest of an answer: the connection breaks. */
export const cut = 'cut';

/** A provider's server on this machine, whose answers a test chooses. Ended by `close`. */
export async function startUpstream() {
  const asked: Asked[] = [];
  let disconnected = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) disconnected += 1;
    });
    let text = '';
    for await (const chunk of request) text += chunk;
    const question = { path: request.url ?? '', body: text ? JSON.parse(text) : {} };
    asked.push(question);
    await send(response, upstream.answer(question));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Requests whose socket was closed before the answer was complete. */
    disconnected: () => disconnected,
    answer: (_question: Asked): Answer => ({
      status: 500,
      body: { error: { message: 'no script' } },
    }),
    /** Forgets what was asked, and answers in another way from now on. */
    script(answer: (question: Asked) => Answer) {
      asked.length = 0;
      disconnected = 0;
      upstream.answer = answer;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  if ('body' in answer) {
    const { status = 200, headers, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.write(answer.events);
  const rest = 'rest' in answer ? await answer.rest : '';
  if (rest === cut) response.destroy();
  else response.end(rest);
}
