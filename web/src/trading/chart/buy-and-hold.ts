import type { Bar } from '../api/bars.ts';

/** What an account or a strategy was worth at a time, and how far below its highest so far, 0 or below. */
export type WorthPoint = { time: string; equity: number; drawdown: number };

/**
 * What the same money would be worth had it bought a symbol at the first point and held it: at each point, by the newest
 * close of then. Empty where there is no price of the first point.
 * @param bars oldest first.
 */
export function buyAndHold(
  points: readonly Pick<WorthPoint, 'time' | 'equity'>[],
  bars: readonly Bar[],
): { time: string; value: number }[] {
  const [first] = points;
  const closes = bars.map(({ time, close }) => ({ at: Date.parse(time), close }));
  let next = 0;
  const closeAt = (time: string) => {
    while (next < closes.length && closes[next]!.at <= Date.parse(time)) next += 1;
    return closes[next - 1]?.close;
  };
  const base = first && closeAt(first.time);
  if (!first || base === undefined) return [];
  return points.map(({ time }) => ({ time, value: (first.equity * closeAt(time)!) / base }));
}

/** Points with how far each is below the highest so far. */
export function withDrawdown(points: readonly { time: string; equity: number }[]): WorthPoint[] {
  let highest = Number.NEGATIVE_INFINITY;
  return points.map((point) => {
    highest = Math.max(highest, point.equity);
    return { ...point, drawdown: highest > 0 ? point.equity / highest - 1 : 0 };
  });
}
