import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useIsAlone } from '../../components/alone.ts';
import { closesWithinQuery, justAfter, timeframeFor } from '../api/series.ts';
import { BenchmarkField } from './benchmark-field.tsx';
import { buyAndHold } from './buy-and-hold.ts';
import type { WorthPoint } from './buy-and-hold.ts';
import { ChartNote } from './chart-note.tsx';
import { Legend } from './legend.tsx';
import { texts } from './texts.ts';

const CurveChart = lazy(() => import('./curve-chart.tsx'));

type EquityFigureProps = {
  /** Stands before the field for the benchmark. */
  title: ReactNode;
  /** What the equity is that of. */
  of: string;
  points: WorthPoint[];
  /** The symbols to compare with that are suggested; the first one is compared with at first. */
  symbols: readonly string[];
  /** Where the data comes from. */
  notes: (string | undefined)[];
};

/** Equity and drawdown below each other, beside the same money in a symbol that one chooses. */
export function EquityFigure({ title, of, points, symbols, notes }: EquityFigureProps) {
  const isAlone = useIsAlone();
  const [chosen, setChosen] = useState<string>();
  const symbol = chosen ?? symbols[0] ?? '';
  const { held, problem, sources } = useBenchmark(points, symbol);
  const heldTitle = texts.benchmark.held(symbol);
  const isCompared = held.length > 0;
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          {title}
          <Legend
            lines={[
              { title: of, look: 'bg-accent' },
              ...(isCompared ? [{ title: heldTitle, look: 'bg-muted' }] : []),
              { title: texts.curve.drawdown, look: 'bg-bad' },
            ]}
          />
        </div>
        {!isAlone && (
          <BenchmarkField
            key={symbol}
            symbol={symbol}
            symbols={symbols}
            onChange={(typed) => setChosen(typed.trim().toUpperCase())}
          />
        )}
      </figcaption>
      {problem !== undefined && (
        <p role="alert" className="mb-2 text-[12px] text-bad">
          {texts.benchmark.problem(symbol, problem)}
        </p>
      )}
      <Suspense fallback={<div aria-busy="true" className="h-80" />}>
        <CurveChart points={points} benchmark={held} benchmarkTitle={heldTitle} />
      </Suspense>
      <ChartNote
        parts={sources.some((one) => notes.includes(one)) ? notes : [...notes, ...sources]}
      />
    </figure>
  );
}

const none: never[] = [];

/** The same money in a symbol, at the times of the points; without a symbol nothing. */
function useBenchmark(points: WorthPoint[], symbol: string) {
  const [first, last] = [points[0], points.at(-1)];
  const isAsked = symbol !== '' && first !== undefined && last !== undefined;
  const [from, to] = [Date.parse(first?.time ?? ''), Date.parse(last?.time ?? '')];
  const { data, error, isPlaceholderData } = useQuery({
    ...closesWithinQuery({
      symbol,
      timeframe: timeframeFor(symbol, to - from),
      from: first?.time ?? '',
      before: isAsked ? justAfter(last.time) : '',
    }),
    enabled: isAsked,
    // Each bar that comes asks anew.
    placeholderData: (kept) => (kept?.symbol === symbol ? kept : undefined),
  });
  const held = useMemo(() => (data ? buyAndHold(points, data.bars) : none), [points, data]);
  const isMissing = isAsked && data && !isPlaceholderData && held.length === 0;
  return {
    held,
    problem: error?.message ?? (isMissing ? texts.benchmark.noPrices : undefined),
    sources: held.length > 0 ? [data?.source, data?.notice] : [],
  };
}
