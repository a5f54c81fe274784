import { Suspense, lazy } from 'react';
import { ChartNote } from '../chart/chart-note.tsx';
import type { Chart } from './market-data.ts';
import { texts } from './texts.ts';

const Candles = lazy(() => import('./candles.tsx'));

/** Candles of each instrument that was read, with what was decided and done. The drawing code is loaded when it is needed. */
export function Charts({ charts }: { charts: Chart[] }) {
  return (
    <div className="grid gap-5">
      {charts.map((chart) => (
        <figure key={`${chart.symbol} ${chart.timeframe}`}>
          <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">
              {chart.symbol}{' '}
              <span className="font-normal text-muted">
                {texts.chart.until(chart.timeframe, chart.bars.at(-1)?.time.slice(0, 10) ?? '')}
              </span>
            </span>
          </figcaption>
          <Suspense fallback={<div aria-busy="true" className="h-60" />}>
            <Candles chart={chart} />
          </Suspense>
          <Marks chart={chart} />
          <ChartNote parts={[chart.source, chart.notice, chart.unread && gapText]} />
        </figure>
      ))}
    </div>
  );
}

const gapText = texts.chart.gap;

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
