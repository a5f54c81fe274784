import { useQueries } from '@tanstack/react-query';
import { Suspense, lazy, useMemo } from 'react';
import type { FillView } from '../../../../contracts/trading/api/account.ts';
import { ChartNote } from '../chart/chart-note.tsx';
import { equityCurve } from './equity-curve.ts';
import { seriesQuery, timeframeFor } from '../api/series.ts';
import type { Series } from '../api/series.ts';
import { texts } from './texts.ts';

const EquityChart = lazy(() => import('./equity-chart.tsx'));

type EquityProps = { deposited: string; fills: FillView[]; asOf: string };

/** The equity curve, on the clock of the market. */
export function Equity({ deposited, fills, asOf }: EquityProps) {
  const answers = useQueries({
    queries: firstFills(fills).map(({ symbol, marketTime }) =>
      seriesQuery(symbol, timeframeFor(symbol, Date.parse(asOf) - Date.parse(marketTime))),
    ),
  });
  const series = answers.flatMap(({ data }) => data ?? []);
  const failure = answers.find(({ error, data }) => error && !data)?.error;
  const newest = series.map(({ bars }) => bars.at(-1)?.time).join();
  const points = useMemo(
    () => equityCurve(Number(deposited), fills, series),
    [deposited, fills, newest],
  );
  if (fills.length === 0) return null;
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-2 font-medium">
        {texts.equity.title} <span className="font-normal text-muted">{texts.equity.note}</span>
      </figcaption>
      {failure && <p className="text-bad">{failure.message}</p>}
      <Suspense fallback={<div className="h-56" />}>
        <EquityChart points={points} />
      </Suspense>
      <ChartNote parts={notesOn(series)} />
    </figure>
  );
}

/** The earliest fill of each symbol. */
function firstFills(fills: FillView[]): FillView[] {
  return [...Map.groupBy(fills, ({ symbol }) => symbol).values()].map(
    (ofSymbol) =>
      ofSymbol.toSorted((one, other) => one.marketTime.localeCompare(other.marketTime))[0]!,
  );
}

function notesOn(series: Series[]): string[] {
  const sources = new Set(series.map(({ source }) => source));
  const notices = new Set(series.flatMap(({ notice }) => notice ?? []));
  const clocks = sources.size > 1 ? [texts.equity.clocks] : [];
  return [...sources, ...notices, ...clocks];
}
