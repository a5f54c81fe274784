import type { Bar, Market } from '../market/market.ts';
import { windowStart } from '../market/window-start.ts';

/** Intervals without a trade have no bar: so many more are asked for. */
const quietBars = 60;

/** The bars before one that there are, `limit` at most, oldest first: however much later the market is by now. */
export async function earlierBars(
  market: Market,
  { symbol, bar, limit }: { symbol: string; bar: Bar; limit: number },
): Promise<Bar[]> {
  if (limit === 0) return [];
  const [{ kind }, { timeframe }] = await Promise.all([
    market.instrument(symbol),
    market.snapshot(symbol),
  ]);
  const now = Date.parse(bar.time);
  const from = windowStart({ kind, timeframe, limit: limit + quietBars, now });
  const range = { symbol, timeframe, from: new Date(from).toISOString(), to: bar.time };
  return (await market.range(range)).bars.slice(-limit);
}
