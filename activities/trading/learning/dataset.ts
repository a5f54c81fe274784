import type { Bar } from '../market/market.ts';
import { featureBars, featureRows } from './features.ts';

/** A training example: the features of a bar, and whether the close `horizon` bars later was higher (1) or not (0). */
export type Example = { time: string; row: number[]; rose: 0 | 1 };

/**
 * The training examples, oldest first. The last `horizon` bars give none, since their outcome is unknown.
 * @param horizon number of bars from the features to the outcome.
 */
export function examplesOf(bars: readonly Bar[], horizon: number): Example[] {
  const rows = featureRows(bars);
  return bars.slice(0, -horizon).flatMap(({ time, close }, index): Example[] => {
    const row = rows[index];
    if (!row || index < featureBars) return [];
    return [{ time, row, rose: bars[index + horizon]!.close > close ? 1 : 0 }];
  });
}
