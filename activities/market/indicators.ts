import {
  ADX,
  ATR,
  BollingerBands,
  EMA,
  MACD,
  OBV,
  RSI,
  SMA,
  StochasticOscillator,
} from 'trading-signals';
import type { Bar } from './market.ts';

/** Bars before the shown one from which on smoothed values no longer depend on where the bars start. */
export const settlingBars = 250;

/** Bars over which the course of the on-balance volume is read. */
export const obvCourseBars = 20;

/** Values at the last bar; null where there are too few bars. */
export type IndicatorValues = ReturnType<typeof computeIndicators>;

function feed<Input, Result>(
  indicator: { add(input: Input): Result | null },
  inputs: readonly Input[],
): (Result | null)[] {
  return inputs.map((input) => indicator.add(input));
}

/** Only an average over all its bars counts: an exponential one gives values before that. */
function lastEma(closes: readonly number[], period: number): number | null {
  return closes.length < period ? null : (feed(new EMA(period), closes).at(-1) ?? null);
}

/**
 * Indicators at the last of the bars, with their usual periods: RSI and ADX and ATR by Wilder (14), MACD
 * 12/26/9, Bollinger bands of 20 bars and 2 standard deviations, stochastic 14/3/3. The on-balance
 * volume counts from the first of the bars.
 */
export function computeIndicators(bars: readonly Bar[]) {
  const closes = bars.map((bar) => bar.close);
  const adx = new ADX(14);
  const adx14 = feed(adx, bars).at(-1) ?? null;
  const macd = new MACD(new EMA(12), new EMA(26), new EMA(9));
  const obv = feed(new OBV(2), bars);
  return {
    close: closes.at(-1) ?? null,
    rsi14: feed(new RSI(14), closes).at(-1) ?? null,
    macd: feed(macd, closes).at(-1) ?? null,
    sma20: feed(new SMA(20), closes).at(-1) ?? null,
    sma50: feed(new SMA(50), closes).at(-1) ?? null,
    ema20: lastEma(closes, 20),
    atr14: feed(new ATR(14), bars).at(-1) ?? null,
    bollinger20: feed(new BollingerBands(20, 2), closes).at(-1) ?? null,
    adx14: adx14 === null ? null : { value: adx14, plus: adx.pdi ?? 0, minus: adx.mdi ?? 0 },
    stochastic:
      feed(new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }), bars).at(-1) ??
      null,
    obv: obv.at(-1) ?? null,
    obvBefore: obv.at(-1 - obvCourseBars) ?? null,
  };
}
