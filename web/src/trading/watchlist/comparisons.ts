import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';

export const comparisonTitles: Record<AlertComparison, string> = {
  '>=': '≥ at it or above',
  '<=': '≤ at it or below',
  '=': '= reached or passed, from either side',
};

/** How each comparison is written between a symbol and its price. */
export const comparisonSigns: Record<AlertComparison, string> = {
  '>=': '≥',
  '<=': '≤',
  '=': '=',
};
