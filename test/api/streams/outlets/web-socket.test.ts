import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mostWaitingBytes } from '../../../../api/streams/outlet.ts';
import { webSocketOutlet } from '../../../../api/streams/outlets/web-socket.ts';
import type { ServerSocket } from '../../../../api/streams/outlets/web-socket.ts';

const heartbeatMs = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A socket whose client answers pings, and takes what is sent, as long as it is told to. */
function openSocket() {
  const hears: Record<string, (() => void)[]> = { close: [], pong: [] };
  const tell = (event: 'close' | 'pong') => hears[event]?.forEach((hear) => hear());
  const sent: string[] = [];
  let taken: (() => void)[] = [];
  const state = { isAlive: true, bufferedAmount: 0 };
  const close = vi.fn(() => tell('close'));
  const terminate = vi.fn(() => tell('close'));
  const socket: ServerSocket = {
    readyState: 1,
    get bufferedAmount() {
      return state.bufferedAmount;
    },
    send(text, hearSent) {
      sent.push(text);
      state.bufferedAmount += text.length;
      if (hearSent) taken.push(hearSent);
    },
    ping: () => state.isAlive && tell('pong'),
    close,
    terminate,
    on: (event, hear) => void hears[event]?.push(hear),
  };
  return {
    outlet: webSocketOutlet(socket, { heartbeatMs }),
    state,
    sent,
    close,
    terminate,
    /** The client takes everything but so many bytes. */
    take(rest: number) {
      state.bufferedAmount = rest;
      const waiting = taken;
      taken = [];
      for (const hear of waiting) hear();
    },
  };
}

it('sends a heartbeat where nothing else is sent', () => {
  const { outlet, sent } = openSocket();
  vi.advanceTimersByTime(2 * heartbeatMs);
  expect(sent).toEqual(['{"type":"heartbeat"}', '{"type":"heartbeat"}']);
  vi.advanceTimersByTime(heartbeatMs / 2);
  outlet.send('first:1', 'an event');
  vi.advanceTimersByTime(heartbeatMs / 2);
  expect(sent.slice(2)).toEqual(['an event']);
});

it('sends heartbeats also after the clock was set back', () => {
  const { sent } = openSocket();
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(heartbeatMs);
  expect(sent).toEqual(['{"type":"heartbeat"}']);
});

it('gives up a client that answers no ping for a while, and no other', () => {
  const [dead, alive] = [openSocket(), openSocket()];
  const hearEnd = vi.fn();
  dead.outlet.onEnd(hearEnd);
  dead.state.isAlive = false;
  vi.advanceTimersByTime(6 * heartbeatMs);
  expect(dead.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(heartbeatMs);
  expect(dead.terminate).toHaveBeenCalledOnce();
  expect(hearEnd).toHaveBeenCalledOnce();
  expect(alive.terminate).not.toHaveBeenCalled();
});

it('has no room while much waits, and says so once half of it is gone', () => {
  const { outlet, sent, take } = openSocket();
  const hearRoom = vi.fn();
  outlet.onRoom(hearRoom);
  outlet.send('first:1', 'x'.repeat(mostWaitingBytes));
  expect(outlet.hasRoom()).toBe(false);
  vi.advanceTimersByTime(2 * heartbeatMs);
  expect(sent).toHaveLength(1);
  take(0);
  expect(outlet.hasRoom()).toBe(true);
  expect(hearRoom).toHaveBeenCalledOnce();
});

it('is closed with a code, after which nothing beats', () => {
  const { outlet, sent, close } = openSocket();
  outlet.end(4008, 'Too slow');
  vi.advanceTimersByTime(10 * heartbeatMs);
  expect(close).toHaveBeenCalledWith(4008, 'Too slow');
  expect(sent).toEqual([]);
});
