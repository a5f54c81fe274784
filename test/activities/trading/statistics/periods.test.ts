import { describe, expect, test } from 'vitest';
import type { InstrumentKind } from '../../../../activities/trading/market/instrument.ts';
import type { BarSeries, Timeframe } from '../../../../activities/trading/market/market.ts';
import { periodsPerYear } from '../../../../activities/trading/statistics/periods.ts';

const at = (time: string) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 });

/** Bars that open at these times, of an instrument of a kind, where that is known. */
function seriesAt(
  times: readonly string[],
  timeframe: Timeframe,
  kind?: InstrumentKind,
): Pick<BarSeries, 'bars' | 'timeframe' | 'instrument'> {
  const instrument = kind && { id: 'A', kind, name: null };
  return { bars: times.map(at), timeframe, ...(instrument && { instrument }) };
}

/** So many times, each a step after the one before. */
const timesFrom = (first: string, count: number, stepMinutes: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * stepMinutes * 60_000).toISOString(),
  );

const weekdays = (first: string, days: number) =>
  timesFrom(first, days, 24 * 60).filter((time) => ![0, 6].includes(new Date(time).getUTCDay()));

describe('a year has', () => {
  test('as many bars of crypto as fit around the clock, of whichever days they are', () => {
    // Twelve hours of a Monday.
    const times = timesFrom('2024-01-08T00:00:00Z', 48, 15);
    expect(periodsPerYear(seriesAt(times, '15m', 'crypto'))).toBe(365.25 * 96);
    expect(periodsPerYear(seriesAt(times, '1d', 'crypto'))).toBe(365);
  });

  test('252 days of an exchange, also where it once opened on a Saturday', () => {
    const times = [...weekdays('2024-01-01T00:00:00Z', 60), '2024-03-02T00:00:00.000Z'];
    expect(periodsPerYear(seriesAt(times, '1d', 'equity'))).toBe(252);
    expect(periodsPerYear(seriesAt(times, '1d'))).toBe(252);
  });

  test('365 days of a market that is not known, and has bars of each weekend', () => {
    const times = timesFrom('2024-01-01T00:00:00Z', 60, 24 * 60);
    expect(periodsPerYear(seriesAt(times, '1d'))).toBe(365);
  });

  test('of shorter bars of an exchange, 252 times those of a usual day', () => {
    const times = weekdays('2024-01-01T14:30:00Z', 30).flatMap((first) => timesFrom(first, 7, 60));
    expect(periodsPerYear(seriesAt(times.slice(3), '1h', 'equity'))).toBe(252 * 7);
  });
});
