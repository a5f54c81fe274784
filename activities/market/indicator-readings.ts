import { obvCourseBars } from './indicators.ts';
import type { IndicatorValues } from './indicators.ts';

const tooFewBars = 'not enough bars yet';

/** Ten significant digits: more is noise, and fewer would hurt small prices. */
const shown = (value: number) => Number(value.toPrecision(10));

function readRsi(value: number): string {
  if (value >= 70) return 'overbought: the rise has been fast';
  if (value <= 30) return 'oversold: the fall has been fast';
  return value >= 50 ? 'momentum is slightly up' : 'momentum is slightly down';
}

function readMacd(macd: number, histogram: number): string {
  const trend = macd >= 0 ? 'above zero, the trend is up' : 'below zero, the trend is down';
  const momentum =
    histogram >= 0 ? 'above its signal, momentum rises' : 'below its signal, momentum falls';
  return `${trend}; ${momentum}`;
}

function readAverage(close: number, average: number): string {
  const percent = (close / average - 1) * 100;
  const side = percent >= 0 ? 'above' : 'below';
  return `the price is ${Math.abs(percent).toFixed(2)} % ${side} it`;
}

function readBollinger(close: number, { upper, lower }: { upper: number; lower: number }): string {
  if (close > upper) return 'the price is above the upper band: unusually high';
  if (close < lower) return 'the price is below the lower band: unusually low';
  if (upper === lower) return 'the price has not moved';
  const percent = ((close - lower) / (upper - lower)) * 100;
  return `the price is at ${percent.toFixed(0)} % of the way from the lower to the upper band`;
}

function readAdx({ value, plus, minus }: NonNullable<IndicatorValues['adx14']>): string {
  const strength = value >= 25 ? 'a strong trend' : value >= 20 ? 'a weak trend' : 'no clear trend';
  return value >= 20 ? `${strength} ${plus >= minus ? 'up' : 'down'}` : strength;
}

function readStochastic(k: number): string {
  if (k >= 80) return 'overbought: the close is near the top of its range';
  if (k <= 20) return 'oversold: the close is near the bottom of its range';
  return 'the close is within its range';
}

function readObv(now: number, before: number | null): string {
  if (before === null) return tooFewBars;
  const course =
    now > before
      ? 'rose: volume backs rises'
      : now < before
        ? 'fell: volume backs falls'
        : 'stood still';
  return `over the last ${obvCourseBars} bars it ${course}`;
}

/** A value with what it means, or without it where there are too few bars. */
function single<Value>(
  value: Value | null,
  number: (value: Value) => number,
  reading: (value: Value) => string,
) {
  return value === null
    ? { value: null, reading: tooFewBars }
    : { value: shown(number(value)), reading: reading(value) };
}

const itself = (value: number) => value;

/** The indicators as they are shown: each value with a reading in plain words. */
export function describeIndicators(values: IndicatorValues) {
  const close = values.close ?? 0;
  const { macd, bollinger20, stochastic } = values;
  const average = (value: number | null) =>
    single(value, itself, (known) => readAverage(close, known));
  return {
    rsi14: single(values.rsi14, itself, readRsi),
    macd: macd
      ? {
          macd: shown(macd.macd),
          signal: shown(macd.signal),
          histogram: shown(macd.histogram),
          reading: readMacd(macd.macd, macd.histogram),
        }
      : { macd: null, signal: null, histogram: null, reading: tooFewBars },
    sma20: average(values.sma20),
    sma50: average(values.sma50),
    ema20: average(values.ema20),
    atr14: single(
      values.atr14,
      itself,
      (value) => `a bar moves by ${((value / close) * 100).toFixed(2)} % of the price on average`,
    ),
    bollinger20: bollinger20
      ? {
          upper: shown(bollinger20.upper),
          middle: shown(bollinger20.middle),
          lower: shown(bollinger20.lower),
          reading: readBollinger(close, bollinger20),
        }
      : { upper: null, middle: null, lower: null, reading: tooFewBars },
    adx14: single(values.adx14, ({ value }) => value, readAdx),
    stochastic: stochastic
      ? {
          k: shown(stochastic.stochK),
          d: shown(stochastic.stochD),
          reading: readStochastic(stochastic.stochK),
        }
      : { k: null, d: null, reading: tooFewBars },
    obv: single(values.obv, itself, (value) => readObv(value, values.obvBefore)),
  };
}
