import { queryOptions } from '@tanstack/react-query';
import { readByTool } from '../../api/tools.ts';

export type Bar = { time: string; open: number; high: number; low: number; close: number };

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

/** The most bars that the tool returns. */
const mostBars = 500;

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
