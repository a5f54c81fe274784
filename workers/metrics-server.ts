import { once } from 'node:events';
import { createServer } from 'node:http';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves `GET /metrics` of a process that has no API, and `GET /health`, which answers 503 until the process is at work.
 * Neither asks for a key.
 * @param options.starting what it does before it is at work; undefined once it is.
 * @returns the port, which is another where `port` is 0, and the way to stop.
 */
export async function serveMetrics(options: {
  host: string;
  port: number;
  metricsText: () => Promise<string>;
  starting: () => string | undefined;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const { host, port, metricsText, starting } = options;
  const server = createServer((request, response) => {
    if (request.url === '/health') {
      const before = starting();
      response.writeHead(before === undefined ? 200 : 503).end(`${before ?? 'alive'}\n`);
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end('Only GET /metrics and GET /health are available.\n');
      return;
    }
    metricsText().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
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
