import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
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
    const {
      status = 200,
      headers: extra,
      body,
      hang,
    } = typeof reply === 'function' ? reply(seen) : reply;
    if (hang) return;
    response.writeHead(status, { 'content-type': 'application/json', ...extra });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
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

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
