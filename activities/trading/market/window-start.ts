import type { InstrumentKind } from './instrument.ts';
import type { Timeframe } from './market.ts';
import { timeframeMs } from './timeframe-length.ts';

const dayMs = timeframeMs['1d'];
/** Length of the regular session of the US stock market. */
const sessionMs = 6.5 * 3_600_000;
/** Calendar days per trading day, and extra days for the holidays at the end of a year. */
const daysForSession = 7 / 5;
const spareDays = 10;

/** A start time, in milliseconds since 1970, from which on there are at least `limit` bars if they exist. */
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
