import type { Timeframe } from './market.ts';

const minuteMs = 60_000;

/** Length of a bar in milliseconds, by timeframe. */
export const timeframeMs = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 1_440 * minuteMs,
  '1w': 10_080 * minuteMs,
} satisfies Record<Timeframe, number>;
