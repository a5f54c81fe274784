import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeIndicators } from '../../../activities/market/indicator-readings.ts';
import {
  computeIndicators,
  obvCourseBars,
  settlingBars,
} from '../../../activities/market/indicators.ts';
import { createReplayMarket } from '../../../activities/market/replay.ts';
import { loadSp500 } from '../../../activities/market/sp500.ts';

const bars = await loadSp500();

/** The 500 bars up to a day. */
function window(date: string) {
  const end = bars.findIndex((bar) => bar.time.startsWith(date)) + 1;
  return bars.slice(end - 500, end);
}

/** The indicators as a replay shows them that knows these bars and stands there. */
async function indicatorsAt(known: typeof bars, position: number, timeframe: '1d' | '1w') {
  const market = createReplayMarket({
    bars: known,
    barsPerMinute: 6,
    position: async () => position,
  });
  const answer = await market.bars({ symbol: 'SPX', timeframe, limit: 500 });
  return computeIndicators(answer.bars);
}

function flatten(values: ReturnType<typeof computeIndicators>) {
  const { macd, bollinger20, adx14, stochastic, close: _, obvBefore: __, ...single } = values;
  return {
    ...single,
    ...macd,
    ...bollinger20,
    adx14: adx14?.value,
    k: stochastic?.stochK,
    d: stochastic?.stochD,
  } as Record<string, number>;
}

/**
 * Made with the PyPI wheel TA-Lib 0.8.2 over the 500 bars up to the day: RSI(14), MACD(12, 26, 9), SMA, EMA(20),
 * ATR(14), BBANDS(20, 2, 2), ADX(14), STOCH(14, 3, SMA, 3, SMA), and OBV less the first bar's volume.
 */
const golden = {
  '2010-01-04': {
    rsi14: 62.31728466,
    macd: 8.64329723,
    signal: 7.804441767,
    histogram: 0.8388554632,
    sma20: 1112.163995,
    sma50: 1095.4096,
    ema20: 1114.485447,
    atr14: 11.07675444,
    upper: 1135.412908,
    middle: 1112.163995,
    lower: 1088.915083,
    adx14: 14.03739501,
    k: 81.69571181,
    d: 84.09896468,
    obv: 103778500000,
  },
  '2020-03-16': {
    rsi14: 30.17422808,
    macd: -181.6173463,
    signal: -120.3962452,
    histogram: -61.22110108,
    sma20: 3001.943982,
    sma50: 3180.427388,
    ema20: 2920.541277,
    atr14: 137.2431315,
    upper: 3554.134448,
    middle: 3001.943982,
    lower: 2449.753516,
    adx14: 41.91046745,
    k: 10.36647202,
    d: 10.53982467,
    obv: 124114770000,
  },
};

describe('indicators', () => {
  test.each(Object.entries(golden))('agree with TA-Lib on %s', (date, expected) => {
    const values = flatten(computeIndicators(window(date)));
    for (const [name, value] of Object.entries(expected)) {
      expect(values[name]! / value, name).toBeCloseTo(1, 7);
    }
  });

  test('up to a cut are the same on truncated data: no answer looks ahead', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 300, max: 4000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.constantFrom('1d' as const, '1w' as const),
        async (cut, fraction, timeframe) => {
          const truncated = await indicatorsAt(bars.slice(0, cut + 1), cut, timeframe);
          expect(await indicatorsAt(bars, cut + fraction, timeframe)).toEqual(truncated);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('do not depend on the warm-up once settled', () => {
    const end = 2000;
    const settled = flatten(computeIndicators(bars.slice(end - settlingBars - 1, end)));
    const longer = flatten(computeIndicators(bars.slice(end - 1500, end)));
    for (const name of Object.keys(settled).filter((key) => key !== 'obv')) {
      expect(settled[name]! / longer[name]!, name).toBeCloseTo(1, 5);
    }
  });

  test('are missing, and say so, where there are too few bars', () => {
    const shown = describeIndicators(computeIndicators(bars.slice(0, 10)));
    expect(shown.sma20).toEqual({ value: null, reading: 'not enough bars yet' });
    expect(shown.macd).toMatchObject({ macd: null, histogram: null });
    expect(shown.ema20.value).toBeNull();
  });

  test('come with a reading in plain words', () => {
    const crash = describeIndicators(computeIndicators(window('2020-03-16')));
    expect(crash.adx14.reading).toBe('a strong trend down');
    expect(crash.bollinger20.reading).toMatch(/below the lower band/);
    expect(crash.stochastic.reading).toMatch(/^oversold/);
    expect(crash.sma50.reading).toMatch(/^the price is 2\d\.\d\d % below it$/);
    expect(crash.obv.reading).toMatch(new RegExp(`over the last ${obvCourseBars} bars it fell`));
  });
});
