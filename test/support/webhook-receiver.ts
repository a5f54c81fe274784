import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Received = { headers: IncomingHttpHeaders; body: string };

/** What a receiver does with a webhook: answers with a status, or not before a promise is settled. */
export type Reaction = number | Promise<unknown> | { redirectTo: string };

/**
 * A receiver of webhooks on a loopback port, until the test is finished.
 * @param react what it does with each, by its number from 0. @default 200
 */
export async function startReceiver(
  react: (index: number) => Reaction = () => 200,
  { port = 0 }: { port?: number } = {},
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', async () => {
      received.push({ headers: request.headers, body });
      const reaction = react(received.length - 1);
      if (reaction instanceof Promise) await reaction;
      if (typeof reaction === 'object' && 'redirectTo' in reaction) {
        response.writeHead(302, { location: reaction.redirectTo });
      } else response.statusCode = typeof reaction === 'number' ? reaction : 200;
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(() => (server.listening ? stop() : undefined));
  const { port: listening } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${listening}/hook`, port: listening, received, stop };
}
