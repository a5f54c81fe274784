import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeed } from '../../../api/streams/feed.ts';
import { readPosition } from '../../../api/streams/position.ts';
import type { Outlet } from '../../../api/streams/outlet.ts';

type Added = { type: 'added'; value: number };
type Received = { position: string } & (Added | { type: 'snapshot'; picture: number[] });

const newFeed = (entries: number) =>
  createFeed<Added, number[]>({
    picture: [],
    apply: (values, { value }) => [...values, value],
    epoch: 'first',
    capacity: { entries, characters: 100_000 },
  });

/**
 * A client that takes so many events and then no more, until it is given room.
 * @param last the position that it comes back with.
 */
function createClient(last?: string) {
  let room = 0;
  let tellRoom = () => {};
  let values: number[] = [];
  let end: { code: number; reason: string } | undefined;
  const received: Received[] = [];
  const outlet: Outlet = {
    hasRoom: () => room > 0 && end === undefined,
    send(position, text) {
      const event = JSON.parse(text) as Received;
      expect(event.position).toBe(position);
      if (event.type === 'snapshot') values = event.picture;
      else {
        const before = readPosition(last);
        const now = readPosition(position);
        expect(now).toEqual({ epoch: before?.epoch, sequence: (before?.sequence ?? 0) + 1 });
        values = [...values, event.value];
      }
      room -= 1;
      last = position;
      received.push(event);
    },
    onRoom: (hear) => (tellRoom = hear),
    onEnd: () => {},
    end: (code, reason) => (end = { code, reason }),
  };
  return {
    outlet,
    received,
    get values() {
      return values;
    },
    get last(): string | undefined {
      return last;
    },
    get end() {
      return end;
    },
    take(events: number) {
      room += events;
      tellRoom();
    },
    reconnect() {
      end = undefined;
    },
  };
}

describe('a feed', () => {
  it('begins with a snapshot, and continues with what is added', () => {
    const feed = newFeed(10);
    feed.append({ type: 'added', value: 1 });
    const client = createClient();
    client.take(10);
    feed.join(client.outlet, undefined);
    feed.append({ type: 'added', value: 2 });
    expect(client.received).toEqual([
      { position: 'first:1', type: 'snapshot', picture: [1] },
      { position: 'first:2', type: 'added', value: 2 },
    ]);
  });

  it('gives who comes back in time what is missing, and others a snapshot', () => {
    const feed = newFeed(2);
    for (const value of [1, 2, 3]) feed.append({ type: 'added', value });
    const heard = (after: string) => {
      const client = createClient(after);
      client.take(10);
      feed.join(client.outlet, readPosition(after));
      return client.received.map(({ position, type }) => `${type} ${position}`);
    };
    expect(heard('first:3')).toEqual([]);
    expect(heard('first:1')).toEqual(['added first:2', 'added first:3']);
    expect(heard('first:0')).toEqual(['snapshot first:3']);
    expect(heard('first:4')).toEqual(['snapshot first:3']);
    expect(heard('another:2')).toEqual(['snapshot first:3']);
    expect(heard('nonsense')).toEqual(['snapshot first:3']);
  });

  it('drops a reader that does not keep up, with a code and what to do, and no other', () => {
    const feed = newFeed(3);
    const [slow, quick] = [createClient(), createClient()];
    for (const client of [slow, quick]) {
      client.take(1);
      feed.join(client.outlet, undefined);
    }
    quick.take(100);
    for (const value of [1, 2, 3]) feed.append({ type: 'added', value });
    expect(slow.end).toBeUndefined();
    feed.append({ type: 'added', value: 4 });
    expect(slow.end).toEqual({ code: 4008, reason: expect.stringContaining('Reconnect') });
    expect(Buffer.byteLength(slow.end?.reason ?? '')).toBeLessThanOrEqual(123);
    expect(feed.readers).toBe(1);
    expect(quick.values).toEqual([1, 2, 3, 4]);
  });

  it('keeps at most so many characters, and always the last event', () => {
    const feed = createFeed<{ type: string }, undefined>({
      picture: undefined,
      apply: () => undefined,
      epoch: 'first',
      capacity: { entries: 100, characters: 100 },
    });
    const client = createClient();
    client.take(1);
    feed.join(client.outlet, undefined);
    feed.append({ type: 'x'.repeat(1_000) });
    expect(client.end).toBeUndefined();
    feed.append({ type: 'y' });
    expect(client.end?.code).toBe(4008);
  });

  it('sends everybody a snapshot when it starts over', () => {
    const feed = newFeed(10);
    const client = createClient();
    client.take(10);
    feed.join(client.outlet, undefined);
    feed.append({ type: 'added', value: 1 });
    feed.restart({ epoch: 'second', sequence: 7 }, [5, 6], [{ type: 'added', value: 6 }]);
    expect(client.received.at(-1)).toEqual({
      position: 'second:7',
      type: 'snapshot',
      picture: [5, 6],
    });
    const back = createClient('second:6');
    back.take(10);
    feed.join(back.outlet, readPosition('second:6'));
    expect(back.received).toEqual([{ position: 'second:7', type: 'added', value: 6 }]);
  });

  it('brings every reader every event once and in order, whoever is slow, goes and comes back', () => {
    const readers = 4;
    const reader = fc.nat({ max: readers - 1 });
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('take' as const),
          reader,
          events: fc.integer({ min: 1, max: 6 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), reader }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('come' as const), reader }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(action, { maxLength: 120 }),
        (entries, actions) => {
          const feed = newFeed(entries);
          const clients = Array.from({ length: readers }, () => createClient());
          const leaves = new Map<number, () => void>();
          let added: number[] = [];
          let lives = 1;
          const leave = (index: number) => {
            leaves.get(index)?.();
            leaves.delete(index);
          };
          const come = (index: number) => {
            const client = clients[index]!;
            leave(index);
            client.reconnect();
            leaves.set(index, feed.join(client.outlet, readPosition(client.last)));
          };
          for (const step of actions) {
            if (step.do === 'append') {
              added = [...added, added.length];
              feed.append({ type: 'added', value: added.length - 1 });
            } else if (step.do === 'restart') {
              lives += 1;
              feed.restart({ epoch: `life-${lives}`, sequence: 0 }, added);
            } else if (step.do === 'take') clients[step.reader]!.take(step.events);
            else if (step.do === 'leave') leave(step.reader);
            else come(step.reader);
            // At every moment, what a reader has is a beginning of what there is.
            for (const { values } of clients) expect(values).toEqual(added.slice(0, values.length));
          }
          for (const [index, client] of clients.entries()) {
            if (client.end || !leaves.has(index)) come(index);
            client.take(1_000);
            expect(client.values).toEqual(added);
          }
        },
      ),
    );
  });
});
