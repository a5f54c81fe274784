import { describe, expect, test, vi } from 'vitest';
import type { Market } from '../../../../../activities/trading/market/market.ts';
import { loadSp500 } from '../../../../../activities/trading/market/sp500.ts';
import { getIndicators } from '../../../../../activities/trading/tools/market/get-indicators.ts';
import type { Services } from '../../../../../activities/trading/services.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { replayedMarket } from '../../exchange/replayed-market.ts';
import { toolOf } from '../../../tools/outside.ts';

const sample = await loadSp500();

async function indicators(market?: Market) {
  return toolOf(getIndicators, { services: { market } as Partial<Services> });
}

const names = (answer: JsonObject) => Object.keys(answer['indicators'] as JsonObject);

describe('get_indicators of a symbol', () => {
  test('gives the usual ones, each with a reading', async () => {
    const { market } = await replayedMarket('2010-01-04');
    const { run } = await indicators(market);
    const answer = await run({ symbol: 'spx' });
    expect(answer).toMatchObject({
      symbol: 'SPX',
      timeframe: '1d',
      close: 1132.98999,
      barsUsed: 501,
      settled: true,
      asOf: '2010-01-04T21:00:00.000Z',
      notice: expect.stringContaining('not live'),
    });
    const usual = ['rsi14', 'macd', 'sma20', 'sma50', 'ema20', 'atr14', 'bollinger20', 'adx14'];
    expect(names(answer)).toEqual([...usual, 'stochastic14', 'obv', 'vwap_month']);
    for (const shown of Object.values(answer['indicators'] as Record<string, JsonObject>)) {
      expect(shown).toMatchObject({ reading: expect.any(String), settled: true });
    }
  });

  test('gives those of its example, with their lengths', async () => {
    const { market } = await replayedMarket('2010-01-04');
    const { run, spec } = await indicators(market);
    expect(names(await run(spec.example!))).toEqual(['rsi14', 'sma200']);
  });

  test('asks for as many bars as the longest needs to be settled, and says when there are not', async () => {
    const { market } = await replayedMarket('2005-01-03');
    const bars = vi.spyOn(market, 'bars');
    const { run } = await indicators(market);
    const answer = await run({ symbol: 'SPX', indicators: [{ kind: 'ema', period: 200 }] });
    expect(bars.mock.calls[0]![0]).toMatchObject({ limit: 1812 });
    expect(answer).toMatchObject({ settled: false, indicators: { ema200: { settled: false } } });
  });
});

describe('get_indicators of given bars', () => {
  test('needs no market, and takes days as times', async () => {
    const bars = sample.slice(-300).map((bar) => ({ ...bar, time: bar.time.slice(0, 10) }));
    const { run } = await indicators();
    const answer = await run({ bars, indicators: [{ kind: 'rsi' }] });
    expect(answer).toMatchObject({
      source: 'the bars that were given',
      asOf: '2020-04-18T00:00:00.000Z',
      barsUsed: 300,
      settled: true,
      indicators: { rsi14: { reading: expect.stringMatching(/^RSI \d/) } },
    });
  });

  test('is not settled with few of them', async () => {
    const { run } = await indicators();
    const answer = await run({ bars: sample.slice(0, 100), indicators: [{ kind: 'sma' }] });
    expect(answer).toMatchObject({ settled: false, indicators: { sma20: { settled: true } } });
  });

  const [first, second] = sample;
  test.each([
    [{ bars: [second, first] }, /bars\[1\]: opened at 2000-01-03.*oldest first/],
    [{ bars: [{ ...first, high: 1 }] }, /bars\[0\]: its high 1 is below its open or close/],
    [{ bars: [{ ...first, time: 'noon' }] }, /bars\[0\]\.time: .*write an ISO 8601 time/],
    [{ bars: [{ ...first, close: -1 }] }, /bars\[0\]\.close: -1 is not greater than 0/],
    [{ bars: [first], symbol: 'SPX' }, /give symbol or bars, not both/],
    [{}, /give symbol, or bars/],
    [
      { symbol: 'SPX', indicators: [{ kind: 'rsi', period: 1 }] },
      /indicators\[0\]\.period: must be at least 2/,
    ],
    [
      { symbol: 'SPX', indicators: [{ kind: 'wave' }] },
      /indicators\[0\]\.kind: must be one of sma, ema, rsi, /,
    ],
    [
      { symbol: 'SPX', indicators: [{ kind: 'sma', fast: 3 }] },
      /indicators\[0\]\.fast: field fast not found, choose one of: kind, period/,
    ],
  ])('refuses %j', async (args, message) => {
    const { run } = await indicators();
    await expect(run(args as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
    });
  });
});
