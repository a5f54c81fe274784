import { findGaps } from './candles/find-gaps.ts';
import type { FeedAnswer } from './feeds/ask-feeds.ts';
import type { Candle } from './feed.ts';
import { identityOf } from './instrument.ts';
import type { Bar, BarSeries, Timeframe } from './market.ts';
import { timeframeMs } from './timeframe-length.ts';

/** A candle as a bar, with its time in ISO 8601. */
export function barOf({ time, ...rest }: Candle): Bar {
  return { time: new Date(time).toISOString(), ...rest };
}

/**
 * The answer of a market for candles, with the gaps among them.
 * @param end end of the requested range, in milliseconds since 1970; the as-of time if there are no candles.
 * @param from start of the requested range. Missing bars at the start are a gap too.
 */
export function seriesOf(
  symbol: string,
  timeframe: Timeframe,
  { value, feed, instrument, passedOver }: FeedAnswer<Candle[]>,
  end: number,
  from?: number,
): BarSeries {
  const bars = value.map(barOf);
  const newest = value.at(-1);
  const length = timeframeMs[timeframe];
  const asOf = newest ? Math.min(newest.time + length, end) : end;
  const lead = from === undefined ? [] : [{ time: timeText(lastBefore(from, timeframe)) }];
  const gaps = findGaps([...lead, ...bars], { timeframe, kind: instrument.kind });
  return {
    symbol,
    instrument: identityOf(instrument),
    timeframe,
    bars,
    ...(gaps.length > 0 && { gaps }),
    source: feed.title,
    asOf: timeText(asOf),
    ...(passedOver && { passedOver }),
  };
}

/**
 * The latest opening time of a bar before a range. For weeks, which can start on any day, it is the start of the range.
 */
function lastBefore(from: number, timeframe: Timeframe): number {
  const length = timeframeMs[timeframe];
  return timeframe === '1w' ? from : Math.ceil(from / length) * length - length;
}

const timeText = (time: number) => new Date(time).toISOString();
