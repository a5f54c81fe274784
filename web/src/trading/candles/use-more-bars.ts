import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { barsBeforeQuery, mostBars } from '../api/series.ts';
import { missingBars } from './bars.ts';
import { mergeBars } from '../api/bars.ts';
import type { Bar } from '../api/bars.ts';
import type { Chart } from './market-data.ts';

/** So many are loaded at once when one scrolls to the first bar. */
const step = 200;

/**
 * A chart with the bars that are missing from it: those in its gaps, and earlier ones when they are asked for. What
 * cannot be loaded stays free.
 */
export function useMoreBars(chart: Chart): { chart: Chart; loadEarlier: () => void } {
  const { loadEarlier, earlier } = useEarlierBars(chart);
  const between = useBarsBetween(chart);
  const whole = useMemo(() => completed(chart, { earlier, between }), [chart, earlier, between]);
  return { chart: whole, loadEarlier };
}

function useBarsBetween({ symbol, timeframe, bars, unread }: Chart): Bar[] | undefined {
  const missing = unread && missingBars(bars, unread, mostBars);
  const { data } = useQuery({
    ...barsBeforeQuery({ symbol, timeframe, before: '', ...missing }),
    enabled: missing !== undefined,
  });
  return data?.bars;
}

function useEarlierBars({ symbol, timeframe, bars }: Chart) {
  const client = useQueryClient();
  const [earlier, setEarlier] = useState<Bar[]>([]);
  const isDone = useRef(false);
  const first = earlier[0] ?? bars[0];
  async function load(before: string): Promise<void> {
    // Until these are here no more are asked for.
    isDone.current = true;
    const asked = { symbol, timeframe, before, limit: step };
    const more = await client.fetchQuery(barsBeforeQuery(asked)).catch(() => undefined);
    if (!more || more.bars.length === 0) return;
    setEarlier((known) => mergeBars(more.bars, mergeBars(known, bars)));
    isDone.current = false;
  }
  const loadEarlier = () => {
    if (first && !isDone.current) void load(first.time);
  };
  return { earlier, loadEarlier };
}

/** Puts loaded bars into a chart: between the bars that it has, and before them. */
export function completed(
  chart: Chart,
  { earlier, between = [] }: { earlier: Bar[]; between?: Bar[] | undefined },
): Chart {
  const first = Date.parse(chart.bars[0]!.time);
  const before = earlier.filter(({ time }) => Date.parse(time) < first);
  const { unread, ...rest } = chart;
  const loadedFrom = between[0]?.time;
  if (before.length === 0 && loadedFrom === undefined) return chart;
  const within = between.filter(({ time }) => Date.parse(time) > first);
  const left = unread?.filter((time) => loadedFrom === undefined || time < loadedFrom) ?? [];
  return {
    ...rest,
    bars: mergeBars([...before, ...within], chart.bars),
    ...(left.length > 0 && { unread: left }),
    isCompleted: true,
  };
}
