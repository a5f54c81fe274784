import { once } from 'node:events';
import { createServer } from 'node:http';
import { problemKinds } from '../../contracts/api/problems.ts';
import type { ProblemDocument } from '../../contracts/api/problems.ts';

/**
 * Serves the API's address while what it needs to start is away: 503 to each request, with what is waited for, and
 * `{"ready":false}` at `/ready`.
 * @returns the way to stop, which frees the port.
 */
export async function serveWhileStarting(options: {
  host: string;
  port: number;
  waitsFor: string;
}): Promise<{ stop(): Promise<void> }> {
  const { host, port, waitsFor } = options;
  const server = createServer((request, response) => {
    response.statusCode = 503;
    response.setHeader('retry-after', '5');
    if (request.url?.split('?', 1)[0] === '/ready') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ready: false }));
      return;
    }
    response.setHeader('content-type', 'application/problem+json');
    const problem: ProblemDocument = {
      type: 'urn:baton:problem:unavailable',
      ...problemKinds.unavailable,
      detail: `Baton is starting and waits for ${waitsFor}. Try again in a few seconds.`,
      instance: request.url ?? '/',
    };
    response.end(JSON.stringify(problem));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
