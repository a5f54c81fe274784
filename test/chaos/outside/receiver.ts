import { text } from 'node:stream/consumers';
import { serveHttp } from './serve-http.ts';

/** What came to the receiver: a message of a run, or a webhook of Baton's. */
export type Received = {
  /** `/message/<key>` or `/webhook`. */
  path: string;
  body: string;
  /** What the sender calls it: the same on every attempt. */
  id: string;
  at: number;
};

/** Receives what runs send, and Baton's webhooks; it notes everything that came in whole. */
export async function startReceiver() {
  const received: Received[] = [];
  const { port, close } = await serveHttp(async (request, response) => {
    const body = await text(request);
    const { 'idempotency-key': key, 'baton-delivery': delivery } = request.headers;
    received.push({ path: request.url ?? '', body, id: String(key ?? delivery), at: Date.now() });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"taken": true}');
  });
  return { url: `http://127.0.0.1:${port}`, port, received, close };
}
