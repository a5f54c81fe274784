import { Suspense, lazy } from 'react';
import { ChartNote } from '../chart/chart-note.tsx';
import type { Chart } from './market-data.ts';
import { texts } from './texts.ts';
import { useMoreBars } from './use-more-bars.ts';

const Candles = lazy(() => import('./candles.tsx'));

type ChartsProps = {
  charts: Chart[];
  /** What is said where bars were loaded that the charts did not have. */
  loaded?: string;
};

/** Candles of each instrument that was read, with what was decided and done. The drawing code is loaded when it is needed. */
export function Charts({ charts, loaded }: ChartsProps) {
  return (
    <div className="grid gap-5">
      {charts.map((chart) => (
        <OneChart key={`${chart.symbol} ${chart.timeframe}`} given={chart} loaded={loaded} />
      ))}
    </div>
  );
}

function OneChart({ given, loaded }: { given: Chart; loaded: string | undefined }) {
  const { chart, loadEarlier } = useMoreBars(given);
  const notes = [chart.unread && texts.chart.gap, chart.isCompleted && loaded];
  return (
    <figure>
      <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">
          {chart.symbol}{' '}
          <span className="font-normal text-muted">
            {texts.chart.until(chart.timeframe, chart.bars.at(-1)?.time.slice(0, 10) ?? '')}
          </span>
        </span>
        {chart.notice && <span className="text-[12px] text-muted">{chart.notice}</span>}
      </figcaption>
      <Suspense fallback={<div aria-busy="true" className="h-68" />}>
        <Candles chart={chart} onEarlier={loadEarlier} />
      </Suspense>
      <Marks chart={chart} />
      <ChartNote parts={[chart.source, ...notes.map((note) => note || undefined)]} />
    </figure>
  );
}

/** The marks in words. */
function Marks({ chart }: { chart: Chart }) {
  if (chart.marks.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5">
      {chart.marks.map(({ kind, time, text }) => (
        <li key={`${kind} ${time} ${text}`}>
          {text} <span className="text-muted">{texts.chart.on(time.slice(0, 10))}</span>
        </li>
      ))}
    </ul>
  );
}
