import { lazy } from 'react';
import type { ReactNode } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import { backtestOf, comparisonOf } from './report.ts';

const BacktestView = lazy(() => import('./backtest-view.tsx'));
const ComparisonView = lazy(() => import('./comparison-view.tsx'));

/** The view of a backtest, or of a comparison of backtests; undefined for any other value. */
export function backtestResult(value: Json): ReactNode {
  const report = backtestOf(value);
  if (report) return <BacktestView report={report} />;
  const comparison = comparisonOf(value);
  return comparison && <ComparisonView comparison={comparison} />;
}
