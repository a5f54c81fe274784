import type { InstrumentKind } from '../instrument.ts';
import { FeedRefusal } from '../feed.ts';
import type { Candle } from '../feed.ts';
import type { Timeframe } from '../market.ts';
import { timeframeMs } from '../timeframe-length.ts';

const prices = ['open', 'high', 'low', 'close'] as const;
const halfHourMs = 1_800_000;

/**
 * Checks candles of a source: finite numbers, prices above zero, volume not negative, low ≤ open and close ≤ high, and
 * times on the grid of the timeframe in ascending order.
 * @throws {FeedRefusal} `faulty`, with the source, the time and the field.
 */
export function checkCandles(
  candles: readonly Candle[],
  about: { source: string; timeframe: Timeframe; kind: InstrumentKind },
): void {
  const grid = gridMs(about.timeframe, about.kind);
  // Sources start weeks on different days.
  const first = about.timeframe === '1w' ? (candles[0]?.time ?? 0) % grid : 0;
  candles.forEach((candle, index) => {
    const fault =
      faultOf(candle) ??
      timeFault(candle.time, candles[index - 1]?.time) ??
      (candle.time % grid === first ? undefined : 'time is not the start of an interval');
    if (fault === undefined) return;
    throw new FeedRefusal(
      'faulty',
      `${about.source} returned an invalid ${about.timeframe} candle for ${timeText(candle.time)}: ${fault}`,
    );
  });
}

/** Intraday bars of stocks start with the session, which can open at half past. */
function gridMs(timeframe: Timeframe, kind: InstrumentKind): number {
  const length = timeframeMs[timeframe];
  const isWithinDay = length < timeframeMs['1d'];
  return kind === 'crypto' || !isWithinDay ? length : Math.min(length, halfHourMs);
}

function faultOf(candle: Candle): string | undefined {
  const { open, high, low, close, volume } = candle;
  for (const field of prices) {
    if (!(Number.isFinite(candle[field]) && candle[field] > 0)) {
      return `${field} is ${candle[field]}, but must be above zero`;
    }
  }
  if (!(Number.isFinite(volume) && volume >= 0)) {
    return `volume is ${volume}, but must not be below zero`;
  }
  if (high < Math.max(open, close)) return `high ${high} is below open ${open} or close ${close}`;
  if (low > Math.min(open, close)) return `low ${low} is above open ${open} or close ${close}`;
  return undefined;
}

function timeFault(time: number, before: number | undefined): string | undefined {
  if (!Number.isSafeInteger(time)) return `time is ${time}`;
  if (before === undefined || time > before) return undefined;
  return time === before
    ? 'time is duplicated'
    : `time is before the time of the previous candle, ${timeText(before)}`;
}

function timeText(time: number): string {
  return Number.isSafeInteger(time) ? new Date(time).toISOString() : String(time);
}
