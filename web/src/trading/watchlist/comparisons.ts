import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';
import { texts } from './texts.ts';

export const comparisonTitles: Record<AlertComparison, string> = {
  '>=': texts.comparisons.atLeast,
  '<=': texts.comparisons.atMost,
  '=': texts.comparisons.crosses,
};

/** How each comparison is written between a symbol and its price. */
export const comparisonSigns: Record<AlertComparison, string> = {
  '>=': '≥',
  '<=': '≤',
  '=': '=',
};
