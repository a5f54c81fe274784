import { shown } from '../../statistics/numbers.ts';
import type { Candidate } from './candidate.ts';

/**
 * Walks through the folds: each is traded with the candidate whose mean Sharpe ratio over the folds before it is the
 * best. Null where the backtests are not divided into the same folds.
 */
export function walkForward(candidates: readonly Candidate[]) {
  const folds = candidates.map(({ parts }) => parts.filter(({ name }) => name.startsWith('fold ')));
  const count = folds[0]?.length ?? 0;
  if (count < 2 || folds.some(({ length }) => length !== count)) return null;
  const steps = Array.from({ length: count - 1 }, (_, index) => {
    const fold = index + 1;
    const scores = folds.map((parts) => meanSharpe(parts.slice(0, fold)));
    const best = scores.indexOf(Math.max(...scores));
    const { name, metrics } = folds[best]![fold]!;
    return { fold: name, chosen: candidates[best]!.name, return: metrics['totalReturn'] ?? 0 };
  });
  const growth = steps.reduce((product, step) => product * (1 + step.return), 1);
  return { steps, totalReturn: shown(growth - 1) };
}

/** A fold without a ratio, as one without a trade, counts as 0. */
function meanSharpe(parts: Candidate['parts']): number {
  return parts.reduce((sum, { metrics }) => sum + (metrics['sharpe'] ?? 0), 0) / parts.length;
}
