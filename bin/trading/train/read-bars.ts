import type { BarSeries, Market, Timeframe } from '../../../activities/trading/market/market.ts';
import { timeframeMs } from '../../../activities/trading/market/timeframe-length.ts';
import { windowStart } from '../../../activities/trading/market/window-start.ts';

/** So many intervals are asked for at once: a market bounds the length of a range. */
const mostIntervals = 10_000;

type Wanted = { symbol: string; timeframe: Timeframe; limit: number };

/** The last `limit` bars that end by the beginning of a day, or fewer where there are not as many. */
export async function barsBefore(
  market: Pick<Market, 'instrument' | 'range'>,
  { symbol, timeframe, limit, until }: Wanted & { until: string },
): Promise<BarSeries> {
  const length = timeframeMs[timeframe];
  const { kind } = await market.instrument(symbol);
  const end = Math.min(Date.parse(until), Date.now());
  const start = windowStart({ kind, timeframe, limit, now: end });
  const stretches: BarSeries[] = [];
  let found = 0;
  for (let to = end; to > start && found < limit; to -= mostIntervals * length) {
    const from = Math.max(start, to - mostIntervals * length);
    const stretch = await market.range({ symbol, timeframe, from: iso(from), to: iso(to) });
    stretches.unshift(stretch);
    found += stretch.bars.length;
  }
  const bars = stretches
    .flatMap((stretch) => stretch.bars)
    .filter(({ time }) => Date.parse(time) + length <= end)
    .slice(-limit);
  return { ...stretches.at(-1)!, bars };
}

const iso = (time: number) => new Date(time).toISOString();
