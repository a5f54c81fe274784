import { describe, expect, test } from 'vitest';
import { openingPrice } from '../../../../../activities/trading/exchange/day/openings.ts';
import { ToolError } from '../../../../../activities/tool-kit/tool.ts';
import type { Bar, Market, RangeRequest } from '../../../../../activities/trading/market/market.ts';
import { replayedMarket } from '../replayed-market.ts';

const bar = (time: string, close: number): Bar => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});

/** A market of a coin with the bars given, and without those of other timeframes. */
function coinMarket(series: Partial<Record<string, Bar[]>>): Market {
  return {
    instrument: async (symbol: string) => ({ id: symbol, kind: 'crypto' }),
    async range({ symbol, timeframe, from, to = '9' }: RangeRequest) {
      const bars = series[timeframe];
      if (!bars) throw new ToolError(`no ${timeframe} bars`, { retryable: false });
      const within = bars.filter(({ time }) => time >= from && time < to);
      return { symbol, timeframe, bars: within, source: 'a list', asOf: to };
    },
  } as Market;
}
const midnight = Date.parse('2026-05-02T00:00:00.000Z');
const price = async (market: Market, time = midnight, symbol = 'BTC/USDT') =>
  (await openingPrice(market, symbol, time))?.toNumber() ?? null;

describe('the price at which a day begins', () => {
  test('is the close of the last bar that was complete', async () => {
    const market = coinMarket({
      '1m': [bar('2026-05-01T23:58:00.000Z', 7), bar('2026-05-01T23:59:00.000Z', 8)],
    });
    expect(await price(market)).toBe(8);
    // The minute that is under way then is not.
    expect(await price(market, midnight - 1)).toBe(7);
  });

  test('is that of a longer bar where the last hour had none', async () => {
    const hours = [bar('2026-04-28T10:00:00.000Z', 5), bar('2026-04-28T11:00:00.000Z', 6)];
    expect(await price(coinMarket({ '1m': [], '1h': hours }))).toBe(6);
    expect(await price(coinMarket({ '1h': hours }))).toBe(6);
  });

  test('is none where the market has no bar before it', async () => {
    expect(await price(coinMarket({ '1m': [bar('2026-05-02T00:00:00.000Z', 9)], '1h': [] }))).toBe(
      null,
    );
  });

  test('of an index is the close of its last session, across weekends and holidays', async () => {
    const { market } = await replayedMarket('2013-02-01');
    const spx = (time: string) => price(market, Date.parse(time), 'SPX');
    const closeOf = async (day: string) => {
      const [found] = (await market.range({ symbol: 'SPX', timeframe: '1d', from: day })).bars;
      expect(found!.time.slice(0, 10)).toBe(day);
      return found!.close;
    };
    const friday = await closeOf('2013-01-18');
    // Monday was a holiday.
    expect(await spx('2013-01-19T05:00:00.000Z')).toBe(friday);
    expect(await spx('2013-01-22T05:00:00.000Z')).toBe(friday);
    expect(await spx('2013-01-23T05:00:00.000Z')).toBe(await closeOf('2013-01-22'));
    // In Tokyo the day begins while New York's session is not over.
    expect(await spx('2013-01-22T15:00:00.000Z')).toBe(friday);
  });

  test('is asked for again where the source does not respond', async () => {
    const market = {
      instrument: async () => ({ kind: 'crypto' }),
      range: async () => {
        throw new ToolError('silent', { retryable: true });
      },
    } as unknown as Market;
    await expect(price(market)).rejects.toMatchObject({ retryable: true });
  });
});
