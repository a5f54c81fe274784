import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

/**
 * A server on this machine, until the test ends, that answers JSON with JSON.
 * @returns its address, without a slash at the end.
 */
export async function jsonServer(
  answer: (body: unknown) => Promise<{ status?: number; body: object }>,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { status = 200, body } = await answer(await bodyOf(request));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://127.0.0.1:${port}`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
