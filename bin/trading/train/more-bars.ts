import { fewestBars } from '../../../activities/trading/learning/model.ts';
import type { TrainOptions } from './train-options.ts';

/**
 * What to do where there are too few bars to learn from.
 * @param found how many there are.
 */
export function moreBars({ horizon, bars: asked, until }: TrainOptions, found: number): string {
  if (found >= asked) return `Give --bars ${fewestBars(horizon)} or more.`;
  const later = until === undefined ? '' : 'a later --until, or ';
  return `No more bars are available. Use ${later}a shorter --timeframe.`;
}
