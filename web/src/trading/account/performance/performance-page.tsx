import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import type { PerformanceView } from '../../../../../contracts/trading/api/performance.ts';
import { EmptyState } from '../../../components/layout/empty-state.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { usePipelineTitles } from '../../../components/runs/use-pipeline-titles.ts';
import { Change, Gain } from '../../../components/values/change.tsx';
import { LabelledValues } from '../../../components/values/labelled-values.tsx';
import { Money } from '../../../components/values/rounded.tsx';
import { accountQueries } from '../../api/account.ts';
import { ChartNote } from '../../chart/chart-note.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { useAccount } from '../account-search.ts';
import { Attribution } from './attribution-table.tsx';
import { BenchmarkField } from '../../chart/benchmark-field.tsx';
import { Legend } from '../../chart/legend.tsx';
import { texts as chartTexts } from '../../chart/texts.ts';
import { DrawdownTable } from './drawdown-table.tsx';
import { hasOneExposure } from './exposure.ts';
import { FigureTable, figureRows } from './figure-table.tsx';
import { moneyText, percentText, ratioText } from './figure-text.ts';
import { MonthTable } from './month-table.tsx';
import { performanceSearchOf } from './performance-search.ts';
import { texts } from './texts.ts';

const PerformanceChart = lazy(() => import('./performance-chart.tsx'));

/** The tear sheet of an account; the benchmark is in the address. */
export function PerformancePage() {
  const { benchmark } = performanceSearchOf(useSearch({ from: '/account/performance' }));
  const navigate = useNavigate({ from: '/account/performance' });
  const query = useQuery(accountQueries.performance({ account: useAccount(), benchmark }));
  const shown = benchmark ?? query.data?.benchmark?.symbol ?? '';
  return (
    <AccountFrame tab={texts.page.tab}>
      <div className="mb-4">
        <BenchmarkField
          key={shown}
          symbol={shown}
          symbols={query.data?.symbols ?? []}
          onChange={(symbol) =>
            void navigate({ search: performanceSearchOf({ benchmark: symbol }) })
          }
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={10} />}>
        {(view) =>
          view.from === null ? (
            <EmptyState title={texts.page.empty}>
              <p className="text-muted">{texts.page.emptyNote}</p>
            </EmptyState>
          ) : (
            <TearSheet view={view} />
          )
        }
      </Loaded>
    </AccountFrame>
  );
}

function TearSheet({ view }: { view: PerformanceView }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <Summary view={view} />
      <Chart view={view} />
      <MonthTable view={view} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7 xl:grid-cols-2">
        <FigureTable view={view} />
        <DrawdownTable drawdowns={view.drawdowns} />
      </div>
      <Attribution view={view} pipelineTitle={usePipelineTitles()} />
      <Conventions view={view} />
    </div>
  );
}

/** Profit and trades, and the figures that need more data. */
function Summary({ view }: { view: PerformanceView }) {
  const { deposited, fees, borrowFees, figures, pnl, realized, trades, unrealized } = view;
  const { from, to, returns, ratiosFrom, annualFrom, benchmark, notices } = view;
  const notes = [
    figures.volatility === null && ratiosFrom !== null && texts.young.ratios(ratiosFrom),
    figures.annualReturn === null && annualFrom !== null && texts.young.annual(annualFrom),
    benchmark?.problem && chartTexts.benchmark.problem(benchmark.symbol, benchmark.problem),
    ...notices,
  ].filter(Boolean);
  return (
    <section aria-label={texts.summary.label}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[22px] font-semibold">
          <Change amount={Number(pnl)} of={Number(deposited)} />
        </span>
        <span className="text-muted">{texts.page.period(from ?? '', to ?? '', returns)}</span>
      </p>
      <div className="mt-3">
        <LabelledValues
          values={[
            { label: texts.summary.realized, value: <Gain amount={Number(realized)} /> },
            { label: texts.summary.unrealized, value: <Gain amount={Number(unrealized)} /> },
            { label: texts.summary.fees, value: <Money amount={fees} /> },
            ...(Number(borrowFees) === 0
              ? []
              : [{ label: texts.summary.borrowFees, value: <Money amount={borrowFees} /> }]),
            { label: texts.summary.closed, value: trades.closed },
            { label: texts.summary.open, value: trades.open },
            { label: texts.summary.winRate, value: percentText(trades.winRate) },
            { label: texts.summary.profitFactor, value: ratioText(trades.profitFactor) },
            { label: texts.summary.averagePnl, value: moneyText(trades.averagePnl) },
            { label: texts.summary.best, value: moneyText(trades.best) },
            { label: texts.summary.worst, value: moneyText(trades.worst) },
            ...(figures.averageGross === figures.averageNet
              ? [{ label: texts.summary.bothExposures, value: percentText(figures.averageNet) }]
              : [
                  { label: texts.summary.gross, value: percentText(figures.averageGross) },
                  { label: texts.summary.net, value: percentText(figures.averageNet) },
                ]),
            { label: texts.summary.turnover, value: percentText(figures.turnover) },
          ]}
        />
      </div>
      {notes.map((note) => (
        <p key={String(note)} className="mt-2 max-w-prose text-[12px] text-muted">
          {note}
        </p>
      ))}
    </section>
  );
}

function Chart({ view }: { view: PerformanceView }) {
  const lines = [
    { title: texts.chart.account, look: 'bg-accent' },
    ...(view.benchmark?.problem === null
      ? [{ title: chartTexts.benchmark.held(view.benchmark.symbol), look: 'bg-muted' }]
      : []),
    { title: texts.chart.drawdown, look: 'bg-bad' },
    ...(hasOneExposure(view.curve)
      ? [{ title: texts.chart.exposure, look: 'bg-busy' }]
      : [
          { title: texts.chart.gross, look: 'bg-busy' },
          { title: texts.chart.net, look: 'bg-wait' },
        ]),
  ];
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-2">
        <span className="font-medium">{texts.chart.title}</span>{' '}
        <span className="text-muted">{texts.chart.note}</span>
        <Legend lines={lines} />
      </figcaption>
      <Suspense fallback={<div className="h-96" />}>
        <PerformanceChart view={view} />
      </Suspense>
      <ChartNote parts={[]} />
    </figure>
  );
}

function Conventions({ view: { conventions } }: { view: PerformanceView }) {
  const shown = [
    ...figureRows.map(({ name }) => ({ name, title: texts.figures[name] })),
    { name: 'exposure', title: texts.summary.exposure },
    { name: 'turnover', title: texts.summary.turnover },
    { name: 'trades', title: texts.summary.trades },
    { name: 'winRate', title: texts.summary.winRate },
    { name: 'profitFactor', title: texts.summary.profitFactor },
    { name: 'benchmark', title: chartTexts.benchmark.label },
  ];
  return (
    <details className="text-[12px] text-muted">
      <summary className="cursor-default">{texts.conventions.title}</summary>
      <p className="mt-2">{texts.conventions.intro}</p>
      <dl className="mt-1 grid gap-1">
        {shown.map(({ name, title }) => (
          <div key={name}>
            <dt className="inline font-medium">{title}:</dt>{' '}
            <dd className="inline">{conventions[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
