import type { Heartbeat } from '../../../contracts/runs/run-events.ts';
import { mostWaitingBytes } from '../outlet.ts';
import type { Outlet } from '../outlet.ts';

/** What is used here of a `WebSocket` of the package ws. */
export type ServerSocket = {
  readonly readyState: number;
  /** Bytes that have not left yet. */
  readonly bufferedAmount: number;
  send(text: string, sent?: (error?: Error) => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'close' | 'pong', hear: () => void): void;
};

const isOpen = 1;
/** Pings: behind much that was sent, an answer takes its time. */
const mostUnanswered = 6;
const heartbeat = JSON.stringify({ type: 'heartbeat' } satisfies Heartbeat);

/**
 * A client at a WebSocket. Where nothing else is sent it gets a heartbeat, by which it can tell that the connection
 * lives; one that answers no ping for a while is gone.
 * @param options.heartbeatMs how often, 10 000 by default.
 */
export function webSocketOutlet(
  socket: ServerSocket,
  { heartbeatMs = 10_000 }: { heartbeatMs?: number } = {},
): Outlet {
  const ends: (() => void)[] = [];
  let tellRoom = (): void => {};
  let isFull = false;
  let unanswered = 0;
  let sentAt = performance.now();

  const hasRoom = () => socket.readyState === isOpen && socket.bufferedAmount < mostWaitingBytes;

  function send(text: string): void {
    sentAt = performance.now();
    socket.send(text, hearSent);
    isFull ||= !hasRoom();
  }

  /** Fills up when half of it is gone, not with each message. */
  function hearSent(): void {
    if (!isFull || socket.bufferedAmount > mostWaitingBytes / 2) return;
    isFull = false;
    tellRoom();
  }

  const beating = setInterval(() => {
    if (unanswered >= mostUnanswered) return socket.terminate();
    unanswered += 1;
    socket.ping();
    if (performance.now() - sentAt >= heartbeatMs && hasRoom()) send(heartbeat);
  }, heartbeatMs);
  socket.on('pong', () => {
    unanswered = 0;
  });
  socket.on('close', () => {
    clearInterval(beating);
    for (const hear of ends) hear();
  });

  return {
    hasRoom,
    send: (_position, text) => send(text),
    onRoom(hear) {
      tellRoom = hear;
    },
    onEnd: (hear) => void ends.push(hear),
    // One who does not read this either is cut off by the package after half a minute.
    end(code, reason) {
      clearInterval(beating);
      socket.close(code, reason);
    },
  };
}
