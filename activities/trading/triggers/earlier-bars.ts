import type { Bar, Market } from '../market/market.ts';
import { windowStart } from '../market/window-start.ts';

/** Extra bars to request, since intervals without trades have none. */
const quietBars = 60;

/** Up to `limit` bars before a bar, oldest first, independent of the current time of the market. */
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
