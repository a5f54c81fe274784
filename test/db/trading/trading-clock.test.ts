import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { replayClock, startMarketClock } from '../../../activities/trading/market/clock.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import { readMarketClock, tickMarketClock } from '../../../db/trading/market-clock.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { everyDatabase } from '../../support/databases.ts';

/** A tenth of a bar each second. */
const clock = (id: string) => ({ id, start: 100, end: 5000, barsPerSecond: 0.1 });

describe.each(everyDatabase)('the market clock on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** The position that a clock had, and what the test itself took since. */
  function expectAbout(position: number | undefined, expected: number): void {
    expect(position).toBeGreaterThanOrEqual(expected - 0.01);
    expect(position).toBeLessThan(expected + 0.45);
  }

  /** As if the last tick had been so long ago. */
  async function letPass(id: string, seconds: number) {
    await database.db.execute(
      sql`update market_clock set ticked_at = ticked_at - make_interval(secs => ${seconds}) where id = ${id}`,
    );
  }

  test('starts at the start', async () => {
    expect(await readMarketClock(database.db, 'a')).toBeUndefined();
    expect(await tickMarketClock(database.db, clock('a'))).toBe(100);
    expect(await readMarketClock(database.db, 'a')).toBe(100);
  });

  test('moves by the time since the last tick', async () => {
    await tickMarketClock(database.db, clock('b'));
    await letPass('b', 10);
    expectAbout(await tickMarketClock(database.db, clock('b')), 101);
  });

  test('stands still while nobody ticks it: a long pause counts as 15 seconds', async () => {
    await tickMarketClock(database.db, clock('c'));
    await letPass('c', 86_400);
    expectAbout(await tickMarketClock(database.db, clock('c')), 101.5);
  });

  test('moves once, however many workers tick it', async () => {
    await tickMarketClock(database.db, clock('d'));
    await letPass('d', 10);
    await Promise.all(Array.from({ length: 8 }, () => tickMarketClock(database.db, clock('d'))));
    expectAbout(await readMarketClock(database.db, 'd'), 101);
  });

  test('never goes back when a clock of another machine is ahead', async () => {
    await tickMarketClock(database.db, clock('e'));
    await letPass('e', -60);
    expect(await tickMarketClock(database.db, clock('e'))).toBe(100);
  });

  test('stays at the end', async () => {
    const near = { ...clock('f'), end: 100.5 };
    await tickMarketClock(database.db, near);
    await letPass('f', 15);
    expect(await tickMarketClock(database.db, near)).toBe(100.5);
  });

  test('is moved by a worker until it stops', async () => {
    const bars = await loadSp500();
    const replay = replayClock(bars, '2010-01-01');
    expect(bars[replay.start]!.time).toContain('2010-01-04');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = startMarketClock({
        db: database.db,
        clock: replay,
        barsPerMinute: 6000,
        heldUntil: async () => null,
        onError: (error) => {
          throw error;
        },
      });
      await vi.waitFor(
        async () => {
          vi.advanceTimersByTime(1000);
          expect(await readMarketClock(database.db, replay.id)).toBeGreaterThan(replay.start + 1);
        },
        { timeout: 10_000 },
      );
      expect(vi.getTimerCount()).toBe(1);
      await stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('stands still while it is held, and goes on from where it stood', async () => {
    const start = 200;
    const held = { id: 'g', start, end: 5000 };
    let answer: ((until: Date | null) => void) | undefined;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = startMarketClock({
        db: database.db,
        clock: held,
        barsPerMinute: 6,
        heldUntil: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
        onError: (error) => {
          throw error;
        },
      });
      /** Until a tick asks, which is when the one before has ended. */
      const isAsked = () =>
        vi.waitFor(
          () => {
            vi.advanceTimersByTime(1000);
            expect(answer).toBeDefined();
          },
          { timeout: 10_000 },
        );
      const reply = (until: Date | null) => {
        answer?.(until);
        answer = undefined;
      };
      const tick = async (until: Date | null) => {
        await isAsked();
        await letPass('g', 10);
        reply(until);
        await isAsked();
      };
      const holding = new Date();
      await tick(holding);
      await tick(holding);
      expect(await readMarketClock(database.db, 'g')).toBe(start);
      await tick(null);
      reply(holding);
      await stop();
      const position = (await readMarketClock(database.db, 'g'))!;
      expect(position).toBeGreaterThanOrEqual(start + 1);
      expect(position).toBeLessThan(start + 1.9);
    } finally {
      vi.useRealTimers();
    }
  });

  test('cannot start where there are no bars', async () => {
    const bars = await loadSp500();
    expect(() => replayClock(bars, '2021-01-01')).toThrow(
      'BATON_MARKET_START=2021-01-01 has no bars; set a date from 2000-01-03 to 2020-04-16',
    );
  });
});
