import type { Heartbeat, Sent } from '../../../../contracts/runs/run-events.ts';
import { closeCodes } from '../../../../contracts/runs/run-events.ts';

/** What is used here of a browser's `WebSocket`. */
export type StreamSocket = {
  addEventListener(type: 'open', hear: () => void): void;
  addEventListener(type: 'message', hear: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', hear: (event: { code: number }) => void): void;
  close(): void;
};

/** The server sends at least a heartbeat in ten seconds; after so long without one the connection is dead. */
const longestSilenceMs = 25_000;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/**
 * Follows a stream until it is stopped: where the connection breaks it comes back, a little later each time, with the
 * position of the last event, so that each event is told once and in order, or a snapshot in their place.
 * @param options.open connects: from after a position where one is given.
 * @param options.onLive told whether there is a connection, when that changes.
 */
export function followStream<Event extends { type: string }>(options: {
  open: (after: string | undefined) => StreamSocket;
  onEvent: (event: Sent<Event>) => void;
  onLive: (isLive: boolean) => void;
  /** The position to begin after. */
  after?: string | undefined;
}): { stop: () => void; hurry: () => void } {
  const { open, onEvent, onLive } = options;
  let socket: StreamSocket | undefined;
  let last = options.after;
  let failures = 0;
  let isStopped = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(pause);
    const current = open(last);
    const whileCurrent =
      <Given extends unknown[]>(hear: (...given: Given) => void) =>
      (...given: Given): void => {
        if (socket === current) hear(...given);
      };
    socket = current;
    current.addEventListener(
      'open',
      whileCurrent(() => heard()),
    );
    current.addEventListener(
      'message',
      whileCurrent(({ data }) => receive(String(data))),
    );
    current.addEventListener(
      'close',
      whileCurrent(({ code }) => lost(code)),
    );
    listenForSilence();
  }

  function heard(): void {
    listenForSilence();
    onLive(true);
  }

  function receive(text: string): void {
    heard();
    failures = 0;
    const event = JSON.parse(text) as Sent<Event> | Heartbeat;
    if (!('position' in event)) return;
    last = event.position;
    onEvent(event);
  }

  function listenForSilence(): void {
    clearTimeout(silence);
    silence = setTimeout(() => lost(undefined), longestSilenceMs);
  }

  function lost(code: number | undefined): void {
    leave();
    onLive(false);
    if (isStopped) return;
    // One that was too slow has lost nothing yet if it comes back at once.
    const isSlow = code === closeCodes.tooSlow && failures === 0;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    failures += 1;
    pause = setTimeout(connect, isSlow ? 0 : pauseMs * (0.5 + Math.random() / 2));
  }

  function leave(): void {
    clearTimeout(silence);
    const left = socket;
    socket = undefined;
    left?.close();
  }

  connect();
  return {
    stop(): void {
      isStopped = true;
      clearTimeout(pause);
      leave();
    },
    /** Tries at once where it waits to try again: the network may be back. */
    hurry(): void {
      if (!isStopped && socket === undefined) connect();
    },
  };
}
