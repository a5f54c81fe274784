import { Decimal } from 'decimal.js';
import type { Bar } from '../market.ts';
import type { IndicatorSeries, Series } from './series.ts';
import type { Indicator, IndicatorKind, Of } from './spec.ts';
import { anchorDate } from './volume-price.ts';

/** Values that differ by less than this fraction are equal: the rest is rounding. */
const rounding = 1e-12;

function directionOf(before: number, after: number): -1 | 0 | 1 {
  const change = after - before;
  if (Math.abs(change) <= rounding * Math.max(Math.abs(before), Math.abs(after))) return 0;
  return change > 0 ? 1 : -1;
}

const words = { '1': 'rising', '-1': 'falling', '0': 'unchanged' } as const;

/** `1 bar`, `2 bars`. */
const barsOf = (count: number) => (count === 1 ? '1 bar' : `${count} bars`);

/** The recent course of a series, such as `falling for 3 bars`; undefined without two values. */
function courseOf(values: Series): string | undefined {
  const [newest, before] = [values.at(-1), values.at(-2)];
  if (newest === null || newest === undefined || before === null || before === undefined) return;
  const direction = directionOf(before, newest);
  const length = runLength(values, (older, newer) => directionOf(older, newer) === direction);
  return `${words[direction]} for ${barsOf(length)}`;
}

/** Since when a value is above or below another, such as `for 3 bars`; undefined if it is neither. */
function sideSince(values: Series, others: Series): { side: 1 | -1; since: string } | undefined {
  const sides = values.map((value, index) => {
    const other = others[index];
    if (value === null || other === null || other === undefined) return null;
    return directionOf(other, value);
  });
  const side = sides.at(-1);
  if (side === null || side === undefined || side === 0) return;
  const start = sides.findLastIndex((each) => each !== side);
  return { side, since: `for ${barsOf(sides.length - 1 - start)}` };
}

/** Length of the unbroken run of newest steps that fulfil a condition. */
function runLength(values: Series, holds: (older: number, newer: number) => boolean): number {
  let length = 0;
  for (let at = values.length - 1; at > 0; at -= 1) {
    const [older, newer] = [values[at - 1], values[at]];
    if (typeof older !== 'number' || typeof newer !== 'number' || !holds(older, newer)) break;
    length += 1;
  }
  return length;
}

/** Describes an indicator. The series has a value at the last bar. */
type Reading<Kind extends IndicatorKind> = (given: {
  bars: readonly Bar[];
  spec: Of<Kind>;
  series: IndicatorSeries;
}) => string;

/** Number of bars over which on-balance volume is compared with the price. */
const volumeCourseBars = 20;

const last = (values: Series | undefined) => values?.at(-1) ?? 0;
const joined = (parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(', ');

/** Formats a figure: two decimals from 1 on, four significant digits below. */
function figure(value: number): string {
  const size = Math.abs(value);
  return size >= 1 || size === 0 ? value.toFixed(2) : new Decimal(value.toPrecision(4)).toFixed();
}

/** Describes the level of an oscillator from 0 to 100. */
function levelOf(value: number, oversold: number, overbought: number): string {
  if (value >= overbought) return 'overbought';
  if (value <= oversold) return 'oversold';
  return value >= 50 ? 'in the upper half' : 'in the lower half';
}

function priceAgainst(bars: readonly Bar[], line: Series): string {
  const closes = bars.map(({ close }) => close);
  const value = last(line);
  const place = sideSince(closes, line);
  if (!place) return 'the price is at it';
  const percent = Math.abs((last(closes) / value - 1) * 100).toFixed(2);
  return `the price is ${percent} % ${place.side > 0 ? 'above' : 'below'} it ${place.since}`;
}

function readAverage(
  name: string,
  { bars, series: { value = [] } }: { bars: readonly Bar[]; series: IndicatorSeries },
): string {
  const against = priceAgainst(bars, value);
  return joined([`${name} ${figure(last(value))}`, against, courseOf(value)]);
}

function readBands({ bars, series }: Parameters<Reading<'bollinger'>>[0]): string {
  const [close, upper, lower] = [bars.at(-1)!.close, last(series['upper']), last(series['lower'])];
  if (!(upper > lower)) return 'the price has not moved, and the bands are one line';
  const widths = series['upper']!.map((high, index) => {
    const low = series['lower']![index];
    return high === null || low === null || low === undefined ? null : high - low;
  });
  const percent = (100 * (close - lower)) / (upper - lower);
  const place =
    close > upper
      ? 'the price is above the upper band'
      : close < lower
        ? 'the price is below the lower band'
        : `the price is at ${percent.toFixed(0)} % of the way from the lower to the upper band`;
  const course = courseOf(widths);
  return joined([place, course && `distance between them ${course}`]);
}

function readMacd({
  series: { macd = [], signal = [], histogram = [] },
}: {
  series: IndicatorSeries;
}) {
  const place = sideSince(macd, signal);
  const side = place
    ? `${place.side > 0 ? 'above' : 'below'} its signal ${place.since}`
    : 'at its signal';
  const level = last(macd) >= 0 ? 'above zero' : 'below zero';
  const course = courseOf(histogram);
  return joined([`MACD ${figure(last(macd))}`, level, side, course && `histogram ${course}`]);
}

function readTrend({ series: { value = [], plus = [], minus = [] } }: { series: IndicatorSeries }) {
  const strength =
    last(value) >= 25 ? 'a strong trend' : last(value) >= 20 ? 'a weak trend' : 'no clear trend';
  const direction = last(plus) >= last(minus) ? 'up' : 'down';
  return joined([
    `ADX ${figure(last(value))}`,
    last(value) >= 20 ? `${strength} ${direction}` : strength,
    courseOf(value),
  ]);
}

function readVolume({
  bars,
  series: { value = [] },
}: {
  bars: readonly Bar[];
  series: IndicatorSeries;
}) {
  const course = courseOf(value);
  const before = value.at(-1 - volumeCourseBars);
  if (before === undefined || before === null) {
    return joined(['its level depends on where the bars begin', course]);
  }
  const moved = (change: number) => (change > 0 ? 'rose' : change < 0 ? 'fell' : 'did not change');
  const volume = moved(last(value) - before);
  const price = moved(bars.at(-1)!.close - bars.at(-1 - volumeCourseBars)!.close);
  const against =
    volume === price ? `it ${volume} as the price did` : `it ${volume} while the price ${price}`;
  return joined([`over the last ${volumeCourseBars} bars ${against}`, course]);
}

/** Describes each indicator in plain words: its level and its course. */
const readings: { readonly [Kind in IndicatorKind]: Reading<Kind> } = {
  sma: (given) => readAverage('SMA', given),
  ema: (given) => readAverage('EMA', given),
  rsi: ({ series: { value = [] } }) =>
    joined([`RSI ${figure(last(value))}`, levelOf(last(value), 30, 70), courseOf(value)]),
  macd: readMacd,
  bollinger: readBands,
  atr({ bars, series: { value = [] } }) {
    const percent = ((100 * last(value)) / bars.at(-1)!.close).toFixed(2);
    const size = `a bar moves by ${percent} % of the price on average`;
    return joined([`ATR ${figure(last(value))}`, size, courseOf(value)]);
  },
  adx: readTrend,
  stochastic({ series: { k = [], d = [] } }) {
    const place = sideSince(k, d);
    const side = place && `${place.side > 0 ? 'above' : 'below'} %D ${place.since}`;
    return joined([`%K ${figure(last(k))}`, levelOf(last(k), 20, 80), side, courseOf(k)]);
  },
  obv: readVolume,
  vwap({ bars, spec: { anchor }, series: { value = [] } }) {
    const start = anchorDate(bars.at(-1)!.time, anchor);
    const count = bars.filter(({ time }) => time.slice(0, 10) >= start).length;
    const unit = anchor === 'session' ? 'day' : anchor;
    return joined([
      `VWAP ${figure(last(value))} over the ${barsOf(count)} since ${start} (a ${unit} in UTC)`,
      priceAgainst(bars, value),
      courseOf(value),
    ]);
  },
};

/** The description of an indicator at the last bar, where its series must have a value. */
export function readingOf(bars: readonly Bar[], spec: Indicator, series: IndicatorSeries): string {
  return (readings[spec.kind] as Reading<IndicatorKind>)({ bars, spec, series });
}
