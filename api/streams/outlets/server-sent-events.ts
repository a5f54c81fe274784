import type { ServerResponse } from 'node:http';
import { mostWaitingBytes } from '../outlet.ts';
import type { Outlet } from '../outlet.ts';

/**
 * A client of server-sent events; an end is told to it as an event `end` with code and reason.
 * @param response of which the head was sent already.
 * @param options.heartbeatMs how often a comment is sent, so that nobody on the way takes the connection for dead.
 */
export function eventStreamOutlet(
  response: ServerResponse,
  { heartbeatMs = 10_000 }: { heartbeatMs?: number } = {},
): Outlet {
  // `writable` stays true of a response that has ended, and what is written then ends the process.
  const isOver = () => response.writableEnded || response.destroyed;
  const hasRoom = () => !isOver() && response.writableLength < mostWaitingBytes;
  const beating = setInterval(() => {
    if (hasRoom()) response.write(': heartbeat\n\n');
  }, heartbeatMs);
  response.on('close', () => clearInterval(beating));

  return {
    hasRoom,
    send: (position, text) => void response.write(`id: ${position}\ndata: ${text}\n\n`),
    onRoom: (hear) => void response.on('drain', hear),
    onEnd: (hear) => void response.on('close', hear),
    end(code, reason) {
      clearInterval(beating);
      response.end(`event: end\ndata: ${JSON.stringify({ code, reason })}\n\n`);
      // One who does not read this either is cut off.
      setTimeout(() => response.destroy(), heartbeatMs).unref();
    },
  };
}
