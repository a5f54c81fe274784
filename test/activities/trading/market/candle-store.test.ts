import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCandleStore } from '../../../../activities/trading/market/candles/candle-store.ts';
import type { Timeframe } from '../../../../activities/trading/market/market.ts';
import { timeframeMs } from '../../../../activities/trading/market/timeframe-length.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { candleRepository } from '../../../../db/trading/candles.ts';
import { candleAt, scriptedFeed } from './scripted-feed.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
let opened = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const minute = 60_000;
const day = 86_400_000;
const noon = Date.UTC(2026, 2, 4, 12, 0, 30);

/** A store with one source of its own, and a clock that a test sets. */
function openStore(
  options: { kind?: 'crypto' | 'equity'; isMissing?: (time: number) => boolean } = {},
) {
  const { kind = 'crypto' } = options;
  opened += 1;
  let now = noon;
  let factor = 1;
  const feed = scriptedFeed({
    id: `source-${opened}`,
    now: () => now,
    isMissing: (time) => options.isMissing?.(time) ?? false,
    candle: (time) => {
      const { open, high, low, close, ...rest } = candleAt(time);
      return {
        ...rest,
        open: open * factor,
        high: high * factor,
        low: low * factor,
        close: close * factor,
      };
    },
  });
  const newStore = () =>
    createCandleStore({ candles: candleRepository(database.db), now: () => now });
  const store = newStore();
  const about = { feed, instrument: { id: 'BTC/USDT', kind }, name: 'BTC/USDT' };
  return {
    asked: feed.asked,
    /** A second process with the same records. */
    other:
      () =>
      (timeframe: Timeframe, from: number, to = Infinity) =>
        newStore().range({ ...about, timeframe, from, to }),
    range: (timeframe: Timeframe, from: number, to = Infinity) =>
      store.range({ ...about, timeframe, from, to }),
    async direct(timeframe: Timeframe, from: number, to = Infinity) {
      const given = await feed.candles({
        name: 'BTC/USDT',
        timeframe,
        from,
        to: Math.min(to, now),
      });
      feed.asked.pop();
      return given.filter(({ time }) => time + timeframeMs[timeframe] <= now);
    },
    pass(ms: number) {
      now += ms;
    },
    split(by: number) {
      factor /= by;
    },
  };
}

describe('the candle store', () => {
  test('fetches a range once, also for another process', async () => {
    const { range, other, direct, asked } = openStore();
    const from = noon - 3 * day;
    const first = await range('1h', from);
    expect(first).toEqual(await direct('1h', from));
    expect(asked).toHaveLength(1);
    expect(await range('1h', from)).toEqual(first);
    expect(await range('1h', from + day, noon - day)).toHaveLength(24);
    expect(await other()('1h', from)).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  test('fetches the tail alone when time has passed', async () => {
    const { range, direct, asked, pass } = openStore();
    await range('1m', noon - day);
    pass(5 * minute);
    expect(await range('1m', noon - day)).toEqual(await direct('1m', noon - day));
    expect(asked).toHaveLength(2);
    expect(asked[1]!.from).toBeGreaterThan(noon - 3 * minute);
  });

  test('asks once for what many want at the same time', async () => {
    const { range, asked } = openStore();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => range('1h', noon - (index + 1) * day)),
    );
    expect(answers[19]).toHaveLength(479);
    const fetched = asked.reduce((sum, { from, to }) => sum + to - from, 0);
    // Each hour was fetched once, however many wanted it.
    expect(fetched).toBeLessThanOrEqual(20 * day + 2 * 3_600_000);
  });

  test('never gives the candle in the making', async () => {
    const { range } = openStore();
    const hours = await range('1h', noon - day);
    expect(hours.at(-1)!.time).toBe(Date.UTC(2026, 2, 4, 11));
  });

  test('looks again for a candle that comes late', async () => {
    const late = Date.UTC(2026, 2, 4, 11, 59);
    let isThere = false;
    const { range, pass } = openStore({
      isMissing: (time) => time > late || (time === late && !isThere),
    });
    expect((await range('1m', noon - 5 * minute)).at(-1)!.time).toBe(late - minute);
    isThere = true;
    pass(10_000);
    expect((await range('1m', noon - 5 * minute)).at(-1)!.time).toBe(late);
  });

  test('does not ask again and again on a weekend, and takes Monday when it is there', async () => {
    const friday = Date.UTC(2026, 2, 6);
    const isMissing = (time: number) => [0, 6].includes(new Date(time).getUTCDay());
    const { range, asked, pass } = openStore({ kind: 'equity', isMissing });
    pass(Date.UTC(2026, 2, 7, 15) - noon);
    expect((await range('1d', friday - 10 * day)).at(-1)!.time).toBe(friday);
    const before = asked.length;
    pass(day);
    await range('1d', friday - 10 * day);
    expect(asked).toHaveLength(before);
    pass(2 * day);
    expect((await range('1d', friday - 10 * day)).at(-1)!.time).toBe(friday + 3 * day);
  });

  test('fetches all of a stock again when its prices were adjusted', async () => {
    const { range, direct, pass, split } = openStore({ kind: 'equity' });
    const from = noon - 30 * day;
    await range('1d', from);
    split(4);
    pass(3 * day);
    const after = await range('1d', from);
    expect(after).toEqual(await direct('1d', from));
    // An older stretch is compared with what comes after it.
    split(2);
    await range('1d', from - 30 * day, from);
    expect(await range('1d', from)).toEqual(await direct('1d', from));
  });

  test('gives the same bars as asking the source itself, whatever was asked before', async () => {
    const step = fc.record({
      timeframe: fc.constantFrom<Timeframe>('1h', '4h', '1d', '1w'),
      from: fc.integer({ min: -40 * 24, max: 24 }),
      hours: fc.integer({ min: 1, max: 20 * 24 }),
      isOpen: fc.boolean(),
      passMinutes: fc.nat(3 * 24 * 60),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.nat(20),
        async (steps, hole) => {
          const { range, direct, pass } = openStore({
            isMissing: (time) => hole > 0 && (time / 3_600_000) % (hole + 3) === 0,
          });
          for (const { timeframe, from, hours, isOpen, passMinutes } of steps) {
            pass(passMinutes * minute);
            const begin = noon + from * 3_600_000;
            const end = isOpen ? Infinity : begin + hours * 3_600_000;
            expect(await range(timeframe, begin, end)).toEqual(await direct(timeframe, begin, end));
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);
});
