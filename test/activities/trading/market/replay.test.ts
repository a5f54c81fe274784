import { describe, expect, test } from 'vitest';
import { createReplayMarket } from '../../../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import { sessionClose } from '../../../../activities/trading/market/session.ts';

const bars = await loadSp500();
const indexOf = (date: string) => bars.findIndex((bar) => bar.time.startsWith(date));

function marketAt(position: number) {
  return createReplayMarket({ bars, barsPerMinute: 6, position: async () => position });
}

const daily = { symbol: 'SPX', timeframe: '1d' as const, limit: 3 };

describe('the replayed S&P 500', () => {
  test('is read from its file, 5,105 bars from 2000-01-03 to 2020-04-17', () => {
    expect(bars).toHaveLength(5105);
    expect(bars[0]).toEqual({
      time: '2000-01-03T00:00:00.000Z',
      open: 1469.25,
      high: 1478,
      low: 1438.359985,
      close: 1455.219971,
      volume: 931800000,
    });
    expect(bars.at(-1)?.time).toBe('2020-04-17T00:00:00.000Z');
  });

  test('shows the bars up to the whole part of the clock, and not the one in the making', async () => {
    const market = marketAt(indexOf('2010-01-04') + 0.99);
    const { bars: visible } = await market.bars(daily);
    expect(visible.map((bar) => bar.time.slice(0, 10))).toEqual([
      '2009-12-30',
      '2009-12-31',
      '2010-01-04',
    ]);
    expect((await market.quote('SPX')).price).toBe(1132.98999);
  });

  test('shows the bars that opened before a time, and never more than the clock', async () => {
    const market = marketAt(indexOf('2010-01-04'));
    const days = async (before: string) => {
      const { bars: visible, asOf } = await market.bars({ ...daily, limit: 2, before });
      return [...visible.map((bar) => bar.time.slice(0, 10)), asOf];
    };
    expect(await days('2009-12-30')).toEqual([
      '2009-12-28',
      '2009-12-29',
      '2009-12-29T21:00:00.000Z',
    ]);
    expect(await days('2015-01-01')).toEqual([
      '2009-12-31',
      '2010-01-04',
      '2010-01-04T21:00:00.000Z',
    ]);
    expect((await market.bars({ ...daily, before: '2000-01-03' })).bars).toEqual([]);
  });

  test('says that it is a replay, and as of when', async () => {
    const market = marketAt(indexOf('2010-01-04'));
    for (const answer of [await market.bars(daily), await market.quote('SPX')]) {
      expect(answer).toMatchObject({
        source: expect.stringContaining('vega-datasets'),
        asOf: '2010-01-04T21:00:00.000Z',
        notice: 'replay of real S&P 500 bars, as of 2010-01-04, not live',
      });
    }
  });

  test('gives the change against the session before', async () => {
    const { change24hPercent } = await marketAt(indexOf('2010-01-04')).quote('SPX');
    expect(change24hPercent).toBeCloseTo((1132.98999 / 1115.099976 - 1) * 100, 10);
    expect((await marketAt(0).quote('SPX')).change24hPercent).toBeNull();
  });

  test('says until when it stands still at most', async () => {
    const until = new Date('2026-01-05T10:00:00Z');
    const given = { bars, barsPerMinute: 6, position: async () => 100 };
    const held = createReplayMarket({ ...given, heldUntil: async () => until });
    expect((await held.snapshot('SPX')).heldUntil).toBe('2026-01-05T10:00:00.000Z');
    expect(await marketAt(100).snapshot('SPX')).not.toHaveProperty('heldUntil');
  });

  test('refuses a timeframe it does not have, and names those it has', async () => {
    await expect(
      marketAt(100).bars({ symbol: 'SPX', timeframe: '1h', limit: 5 }),
    ).rejects.toMatchObject({ message: 'SPX has no 1h bars; it has 1d and 1w', retryable: false });
  });

  test('says when the bar after a decision is due, and gives it when it is complete', async () => {
    const decided = indexOf('2010-01-08');
    const { now } = await marketAt(decided).snapshot('SPX');
    expect(await marketAt(decided + 0.25).nextBar('SPX', now)).toEqual({
      status: 'pending',
      retryAfterMs: 7500,
    });
    // Later the same bar is still the answer, however far the market has gone on.
    for (const later of [1, 1.5, 40]) {
      expect(await marketAt(decided + later).nextBar('SPX', now)).toMatchObject({
        status: 'complete',
        bar: { time: '2010-01-11T00:00:00.000Z' },
        provenance: { asOf: '2010-01-11T21:00:00.000Z' },
      });
    }
  });

  test('says at the end of the data that it has ended, and how to start again', async () => {
    const market = marketAt(bars.length + 10);
    const snapshot = await market.snapshot('SPX');
    expect(snapshot.ended).toMatch(/ended on 2020-04-17.*Set BATON_MARKET_START/s);
    expect((await market.quote('SPX')).notice).toContain('BATON_MARKET_START');
    expect(await market.nextBar('SPX', snapshot.now)).toMatchObject({ status: 'ended' });
  });

  test('never fills an order of a replay that was started again at an earlier date', async () => {
    const { now } = await marketAt(indexOf('2015-01-05')).snapshot('SPX');
    expect(await marketAt(indexOf('2010-01-04')).nextBar('SPX', now)).toMatchObject({
      status: 'ended',
      reason: expect.stringContaining('earlier date'),
    });
  });

  test('closes a session at 16:00 in New York, in winter and in summer', () => {
    expect(sessionClose('2010-01-04T00:00:00.000Z')).toBe('2010-01-04T21:00:00.000Z');
    expect(sessionClose('2010-07-06T00:00:00.000Z')).toBe('2010-07-06T20:00:00.000Z');
  });
});
