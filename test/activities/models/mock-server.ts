import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** Server-sent events in place of a body, sent in several pieces. */
  events?: string;
  /** What comes after the events: by default their end, else a closed socket, or nothing at all. */
  afterEvents?: 'cut' | 'silence';
  /** Never answers. */
  hang?: true;
};

export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
};

/** A provider on this machine, until the test ends: gives `reply` to every request and keeps them. */
export async function startMockServer(reply: Reply | ((request: Received) => Reply)) {
  const received: Received[] = [];
  let disconnected = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) disconnected += 1;
    });
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body: text ? JSON.parse(text) : {} };
    received.push(seen);
    const answer = typeof reply === 'function' ? reply(seen) : reply;
    if (answer.hang) return;
    const type = answer.events === undefined ? 'application/json' : 'text/event-stream';
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
    if (answer.events === undefined) {
      const { body } = answer;
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    await writeInPieces(response, Buffer.from(answer.events));
    if (answer.afterEvents === undefined) response.end();
    if (answer.afterEvents === 'cut') response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Requests whose socket was closed before an answer. */
    disconnected: () => disconnected,
  };
}

/** Pieces of uneven length, so that they end within events and within characters. */
async function writeInPieces(response: ServerResponse, bytes: Buffer) {
  const length = Math.max(1, Math.ceil(bytes.length / 7));
  for (let start = 0; start < bytes.length; start += length) {
    const piece = bytes.subarray(start, start + length);
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
