import { once } from 'node:events';
import { createServer } from 'node:http';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves `GET /metrics` of a process that has no API: on 127.0.0.1 alone, since it asks for no key.
 * @returns the port, which is another where `port` is 0, and the way to stop.
 */
export async function serveMetrics(
  port: number,
  metricsText: () => Promise<string>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('Only GET /metrics is available.\n');
      return;
    }
    metricsText().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
