import type { MessagePort } from 'node:worker_threads';

/** Sends bytes as one, in a buffer of their own that changes hands: small ones would take all of Node's pool along. */
export function post(port: MessagePort, parts: readonly Uint8Array[]): void {
  const bytes = new Uint8Array(Buffer.concat(parts));
  port.postMessage(bytes, [bytes.buffer]);
}
