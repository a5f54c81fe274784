import { STATUS_CODES, maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, problemDocument } from '../base/problem.ts';

/** Answers what is no HTTP request, or not all of one: no route and no hook sees it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    // Nobody knows which path was asked for.
    const document = problemDocument(problemOf(error), '');
    const body = JSON.stringify(document);
    const lines = [
      `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
      'connection: close',
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const most = `The URL and the headers together must be at most ${maxHeaderSize / 1024} KB.`;
    return new Problem('headers-too-large', most);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request-timeout', 'The request did not arrive in time. Send it again.');
  }
  return new Problem('malformed-request', 'This is not an HTTP request that Baton can read.');
}
