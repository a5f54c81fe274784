import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server that adds the key to each request and changes nothing else, Host and Origin included: the conformance suite
 * has no way to send one.
 */
export async function keyProxy(
  target: string,
  key: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const server = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${key}` };
    const forwarded = request(
      { hostname, port, method: from.method, path: from.url, headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    forwarded.on('error', () => to.destroy());
    to.on('close', () => forwarded.destroy());
    from.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
