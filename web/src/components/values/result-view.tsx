import { Suspense, lazy } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import { backtestOf, comparisonOf } from '../../trading/backtest/report.ts';
import { JsonView } from './json-view.tsx';

const BacktestView = lazy(() => import('../../trading/backtest/backtest-view.tsx'));
const ComparisonView = lazy(() => import('../../trading/backtest/comparison-view.tsx'));

/** What a tool or a node gave: a backtest as a backtest, and else its values under their names. */
export function ResultView({ value }: { value: Json }) {
  const report = backtestOf(value);
  const comparison = comparisonOf(value);
  if (!report && !comparison) return <JsonView value={value} />;
  return (
    <>
      <Suspense fallback={<div className="h-80" />}>
        {report ? <BacktestView report={report} /> : <ComparisonView comparison={comparison!} />}
      </Suspense>
      <details className="mt-4">
        <summary className="cursor-pointer text-muted">All values</summary>
        <div className="mt-2">
          <JsonView value={value} />
        </div>
      </details>
    </>
  );
}
