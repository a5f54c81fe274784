import { Suspense, lazy } from 'react';
import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { ChartNote } from '../chart/chart-note.tsx';
import { wholeNumber } from '../../components/values/figures.ts';
import { Baselines } from './baselines.tsx';
import { figureText } from './figure-text.ts';
import { MetricTable } from './metric-table.tsx';
import { PartTable } from './part-table.tsx';
import { StrategyList } from './strategy-list.tsx';
import { TradeCandles } from './trade-candles.tsx';
import { TradeTable } from './trade-table.tsx';
import { texts } from './texts.ts';

const CurveChart = lazy(() => import('./curve-chart.tsx'));

/** A backtest: what to know before believing it, its curve, its figures against baselines, and its trades. */
export default function BacktestView({ report }: { report: BacktestReport }) {
  const { symbol, timeframe, from, to, bars, warmupBars, metrics, curve, warnings } = report;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-[17px] font-semibold">
            {figureText('totalReturn', metrics['totalReturn'])}
          </span>
          <span className="text-muted">
            {texts.report.buyAndHold(figureText('totalReturn', report.buyAndHold['totalReturn']))}
          </span>
        </p>
        <p className="text-muted">
          {texts.report.period(
            symbol,
            timeframe,
            from.slice(0, 10),
            to.slice(0, 10),
            wholeNumber(bars),
            wholeNumber(warmupBars),
          )}
        </p>
      </header>
      {warnings.length > 0 && (
        <div role="note" aria-label={texts.report.caveats}>
          <ul className="grid gap-1 text-wait">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <StrategyList strategy={report.strategy} />
      {curve.length > 1 && (
        <figure>
          <figcaption className="mb-1 font-medium">{texts.report.equityAndDrawdown}</figcaption>
          <Suspense fallback={<div className="h-80" />}>
            <CurveChart points={curve} />
          </Suspense>
          <ChartNote parts={[report.source, report.notice]} />
        </figure>
      )}
      <MetricTable report={report} />
      <Baselines report={report} />
      <PartTable parts={report.parts} />
      <TradeTable trades={report.trades} leftOut={report.tradesLeftOut} />
      <TradeCandles report={report} />
    </div>
  );
}
