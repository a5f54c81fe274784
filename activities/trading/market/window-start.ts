import type { InstrumentKind } from './instrument.ts';
import type { Timeframe } from './market.ts';
import { timeframeMs } from './timeframe-length.ts';

const dayMs = timeframeMs['1d'];
/** Hours of the regular session of the US stock market. */
const sessionMs = 6.5 * 3_600_000;
/** Calendar days for each day of trade, and some more for the holidays of a year's end. */
const daysForSession = 7 / 5;
const spareDays = 10;

/** Since when, in milliseconds since 1970, there are surely so many bars, as far as there are any. */
export function windowStart(wanted: {
  kind: InstrumentKind;
  timeframe: Timeframe;
  limit: number;
  now: number;
}): number {
  const { kind, timeframe, limit, now } = wanted;
  const length = timeframeMs[timeframe];
  if (kind === 'crypto' || timeframe === '1w') return now - (limit + 1) * length;
  const sessions = timeframe === '1d' ? limit * 1.04 : limit / Math.ceil(sessionMs / length);
  return now - (Math.ceil(sessions * daysForSession) + spareDays) * dayMs;
}
