import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followStream } from '../../../../web/src/api/streams/follow-stream.ts';
import type { StreamSocket } from '../../../../web/src/api/streams/follow-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that does what the test says. */
function fakeSocket(after: string | undefined) {
  const events = new EventTarget();
  let isClosed = false;
  const socket = {
    addEventListener: (type: string, hear: (event: never) => void) =>
      events.addEventListener(type, hear as unknown as EventListener),
    close: () => (isClosed = true),
  } as StreamSocket;
  const emit = (type: string, fields: object = {}) =>
    events.dispatchEvent(Object.assign(new Event(type), fields));
  return {
    socket,
    after,
    get isClosed() {
      return isClosed;
    },
    open: () => emit('open'),
    tell: (event: object) => emit('message', { data: JSON.stringify(event) }),
    breakOff: (code = 1006) => emit('close', { code }),
  };
}

function follow(after?: string) {
  const sockets: ReturnType<typeof fakeSocket>[] = [];
  const told: string[] = [];
  const lives: boolean[] = [];
  const followed = followStream<{ type: string }>({
    open(from) {
      const fake = fakeSocket(from);
      sockets.push(fake);
      return fake.socket;
    },
    onEvent: ({ position }) => told.push(position),
    onLive: (isLive) => lives.push(isLive),
    after,
  });
  return {
    ...followed,
    sockets,
    told,
    lives,
    get last() {
      return sockets.at(-1)!;
    },
  };
}

describe('following a stream', () => {
  it('tells of events, and is live from the opening on', () => {
    const { last, told, lives } = follow();
    expect(last.after).toBeUndefined();
    last.open();
    last.tell({ type: 'snapshot', position: 'a:3' });
    last.tell({ type: 'heartbeat' });
    expect(told).toEqual(['a:3']);
    expect(new Set(lives)).toEqual(new Set([true]));
  });

  it('comes back after the last position when the connection breaks', () => {
    const stream = follow();
    stream.last.open();
    stream.last.tell({ type: 'snapshot', position: 'a:3' });
    stream.last.tell({ type: 'node', position: 'a:4' });
    stream.last.breakOff();
    expect(stream.lives.at(-1)).toBe(false);
    vi.advanceTimersByTime(300);
    expect(stream.sockets).toHaveLength(2);
    expect(stream.last.after).toBe('a:4');
  });

  it('begins after a position that it is given', () => {
    expect(follow('a:9').last.after).toBe('a:9');
  });

  it('waits longer each time that nobody answers, ten seconds at most, and a little after an answer', () => {
    const stream = follow();
    const pauses = Array.from({ length: 9 }, () => {
      const before = stream.sockets.length;
      stream.last.breakOff();
      let waited = 0;
      while (stream.sockets.length === before) {
        vi.advanceTimersByTime(25);
        waited += 25;
      }
      return waited;
    });
    expect(pauses[0]).toBeLessThanOrEqual(275);
    expect(pauses[4]).toBeGreaterThanOrEqual(2_000);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(5_000);
    expect(pauses.at(-1)).toBeLessThanOrEqual(10_025);
    stream.last.open();
    stream.last.tell({ type: 'snapshot', position: 'a:0' });
    stream.last.breakOff();
    vi.advanceTimersByTime(300);
    expect(stream.sockets).toHaveLength(11);
  });

  it('comes back at once where it was too slow, and where it is told to hurry', () => {
    const stream = follow();
    stream.last.open();
    stream.last.tell({ type: 'snapshot', position: 'a:0' });
    stream.last.breakOff(4008);
    vi.advanceTimersByTime(0);
    expect(stream.sockets).toHaveLength(2);
    stream.last.breakOff();
    stream.hurry();
    expect(stream.sockets).toHaveLength(3);
    stream.hurry();
    vi.advanceTimersByTime(20_000);
    expect(stream.sockets).toHaveLength(3);
  });

  it('takes a connection for dead on which nothing comes, and hears no more of it', () => {
    const stream = follow();
    const [dead] = stream.sockets;
    dead!.open();
    vi.advanceTimersByTime(26_000);
    expect(dead!.isClosed).toBe(true);
    expect(stream.sockets).toHaveLength(2);
    dead!.tell({ type: 'node', position: 'a:1' });
    expect(stream.told).toEqual([]);
  });

  it('ends when it is stopped', () => {
    const stream = follow();
    stream.last.open();
    stream.stop();
    expect(stream.last.isClosed).toBe(true);
    stream.last.breakOff();
    stream.hurry();
    vi.advanceTimersByTime(60_000);
    expect(stream.sockets).toHaveLength(1);
  });
});
