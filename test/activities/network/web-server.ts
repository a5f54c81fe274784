import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Asked = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
};

export type Answering = (asked: Asked, response: ServerResponse) => void;

/** A web server on a loopback address, until the test is finished. */
export async function startWebServer(
  answer: Answering | Record<string, Answering>,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body };
      asked.push(received);
      const path = url.split('?')[0] ?? '';
      const respond = typeof answer === 'function' ? answer : answer[path];
      if (respond) return respond(received, response);
      response.writeHead(404).end('not here');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: listening } = server.address() as AddressInfo;
  return { origin: `http://${host}:${listening}`, port: listening, asked };
}

/** Answers with a text of a media type. */
export const answerWith =
  (body: string | Buffer, contentType = 'text/html; charset=utf-8', status = 200): Answering =>
  (_asked, response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body);

/** Answers with a redirect. */
export const redirectTo =
  (location: string, status = 302): Answering =>
  (_asked, response) =>
    void response.writeHead(status, { location }).end();
