import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { replayClock, startMarketClock } from '../../../activities/trading/market/clock.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import { readMarketClock, tickMarketClock } from '../../../db/trading/market-clock.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { marketClock } from '../../../db/schema/index.ts';
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

  /** What the last tick has said. */
  async function readTick(id: string) {
    const [row] = await database.db.select().from(marketClock).where(eq(marketClock.id, id));
    return row;
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
    expectAbout(await readMarketClock(database.db, 'a'), 100);
  });

  test('moves on between ticks, as fast as the last one has said', async () => {
    await tickMarketClock(database.db, clock('h'));
    await letPass('h', 10);
    expectAbout(await readMarketClock(database.db, 'h'), 101);
    await tickMarketClock(database.db, { ...clock('h'), barsPerSecond: 0 });
    await letPass('h', 10);
    expectAbout(await readMarketClock(database.db, 'h'), 101);
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
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
      const moved = async () => (await readMarketClock(database.db, replay.id)) ?? 0;
      await vi.waitUntil(async () => (await moved()) > replay.start + 1, { timeout: 10_000 });
      // It ticks before it would stand still.
      for (let ticks = 1; ticks <= 2; ticks += 1) {
        await letPass(replay.id, 12);
        vi.advanceTimersByTime(12_000);
        const position = replay.start + ticks * 1_200;
        await vi.waitUntil(async () => (await moved()) > position, { timeout: 10_000 });
      }
      await stop();
      const stopped = await readTick(replay.id);
      vi.advanceTimersByTime(60_000);
      expect(await readTick(replay.id)).toEqual(stopped);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is held as soon as an approval has it, and goes on from where it stood', async () => {
    const replay = { id: 'g', start: 200, end: 5000 };
    const { db } = database;
    let held: Date | null = null;
    const stop = startMarketClock({
      db,
      clock: replay,
      barsPerMinute: 6,
      heldUntil: async () => held,
      onError: (error) => {
        throw error;
      },
    });
    /** As when an approval is asked for or decided, by any process. */
    const hold = async (until: Date | null) => {
      held = until;
      await db.execute(sql`select pg_notify('baton_changes', 'approvals')`);
      const barsPerSecond = until === null ? 0.1 : 0;
      await expect.poll(() => readTick('g')).toMatchObject({ barsPerSecond });
    };
    try {
      await hold(new Date(Date.now() + 3_600_000));
      await letPass('g', 10);
      expectAbout(await readMarketClock(db, 'g'), replay.start);
      await hold(null);
      await letPass('g', 10);
      expectAbout(await readMarketClock(db, 'g'), replay.start + 1);
    } finally {
      await stop();
    }
  });

  test('cannot start where there are no bars', async () => {
    const bars = await loadSp500();
    expect(() => replayClock(bars, '2021-01-01')).toThrow(
      'BATON_MARKET_START=2021-01-01 has no bars; set a date from 2000-01-03 to 2020-04-16',
    );
  });
});
