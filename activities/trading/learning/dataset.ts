import type { Bar } from '../market/market.ts';
import { featureBars, featureRows } from './features.ts';

/** What was seen at the close of a bar, and whether the close some bars later was higher. */
export type Example = { time: string; row: number[]; rose: 0 | 1 };

/**
 * Examples to learn from, oldest first. The newest bars are in none: what follows them is not known.
 * @param horizon bars from what is seen to what is foretold.
 */
export function examplesOf(bars: readonly Bar[], horizon: number): Example[] {
  const rows = featureRows(bars);
  return bars.slice(0, -horizon).flatMap(({ time, close }, index): Example[] => {
    const row = rows[index];
    if (!row || index < featureBars) return [];
    return [{ time, row, rose: bars[index + horizon]!.close > close ? 1 : 0 }];
  });
}
