import { queryOptions } from '@tanstack/react-query';
import { readByTool } from '../../api/tools.ts';
import { mergeBars } from './bars.ts';
import type { Bar } from './bars.ts';

/** The answer of the tool `get_ohlcv`. */
export type Series = {
  symbol: string;
  timeframe: string;
  bars: Bar[];
  source: string;
  notice?: string;
};

/** The newest bars of an instrument. */
export const seriesQuery = (symbol: string, timeframe: string) =>
  queryOptions({
    queryKey: ['series', symbol, timeframe],
    queryFn: async () => {
      const { output } = await readByTool('get_ohlcv', { symbol, timeframe, limit: mostBars });
      return output as unknown as Series;
    },
    refetchInterval: 15_000,
  });

/**
 * Bars that opened before a time, oldest first: as many as are asked for, or fewer where there are not as many. They
 * are over, and so stay as they are.
 */
export const barsBeforeQuery = (asked: {
  symbol: string;
  timeframe: string;
  before: string;
  limit?: number;
}) =>
  queryOptions({
    queryKey: ['series', 'before', asked],
    queryFn: async () => {
      const { output } = await readByTool('get_ohlcv', { limit: mostBars, ...asked });
      return output as unknown as Series;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** So many answers of the tool make a series at most. */
const mostAnswers = 4;

type Within = { symbol: string; timeframe: string; from: string; before: string };

/** Bars from a time on and before another one, oldest first, from as many answers as it takes, with a bar at or before its start where there is one. */
export const barsWithinQuery = (asked: Within) =>
  queryOptions({
    queryKey: ['series', 'within', asked],
    queryFn: async ({ client }) => {
      const { from, before, ...rest } = asked;
      const read = (end: string) =>
        client.fetchQuery(barsBeforeQuery({ ...rest, before: end, limit: mostBars }));
      let series = await read(before);
      for (let answers = 1; answers < mostAnswers; answers += 1) {
        const first = series.bars[0]?.time;
        if (first === undefined || first <= from) break;
        const { bars } = await read(first);
        if (bars.length === 0) break;
        series = { ...series, bars: [...bars, ...series.bars] };
      }
      return series;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The same as closes: those of weeks stand at their ends, where they are known, and the first and the last day have their own. */
export const closesWithinQuery = (asked: Within) =>
  queryOptions({
    queryKey: ['series', 'closes', asked],
    queryFn: async ({ client }) => {
      const { from, before, ...rest } = asked;
      const series = await client.fetchQuery(barsWithinQuery(asked));
      if (rest.timeframe !== '1w') return series;
      const dayBefore = (end: string) =>
        client.fetchQuery(
          barsBeforeQuery({ symbol: rest.symbol, timeframe: '1d', before: end, limit: 1 }),
        );
      const days = await Promise.all([dayBefore(justAfter(from)), dayBefore(before)]);
      const weeks = series.bars.map((bar) => ({ ...bar, time: weekEnd(bar.time) }));
      return {
        ...series,
        bars: mergeBars(
          weeks,
          days.flatMap(({ bars }) => bars),
        ),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A millisecond after a time: what opened at it is before that. */
export const justAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString();

const weekEnd = (monday: string) => new Date(Date.parse(monday) + 6 * dayMs).toISOString();

/** The most bars that the tool returns. */
export const mostBars = 500;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const lengths = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
};

/** The shortest timeframe whose bars reach back far enough. Indexes have only daily and weekly bars. */
export function timeframeFor(symbol: string, sinceMs: number): string {
  const isPair = symbol.includes('/');
  const fitting = Object.entries(lengths).find(
    ([, length]) => (isPair || length >= dayMs) && sinceMs / length < mostBars * 0.9,
  );
  return fitting?.[0] ?? '1w';
}
