import type { InstrumentKind } from '../../market/instrument.ts';
import type { Bar, Market, Timeframe } from '../../market/market.ts';
import { sessionClose } from '../../market/session.ts';
import { timeframeMs } from '../../market/timeframe-length.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import { Decimal } from '../../../base/decimal.ts';

const dayMs = timeframeMs['1d'];

type Search = { timeframe: Timeframe; reachMs: number };

/** Where the last price before a time is looked for, one after the other: a quiet market has no bar in its last hour. */
const searches = {
  crypto: [
    { timeframe: '1m', reachMs: timeframeMs['1h'] },
    { timeframe: '1h', reachMs: 7 * dayMs },
  ],
  equity: [{ timeframe: '1d', reachMs: 14 * dayMs }],
  index: [{ timeframe: '1d', reachMs: 14 * dayMs }],
} satisfies Record<InstrumentKind, Search[]>;

/** When a bar was complete: that of a day of stocks with the close of their session. */
function endOf({ time }: Bar, timeframe: Timeframe, kind: InstrumentKind): number {
  if (timeframe === '1d' && kind !== 'crypto') return Date.parse(sessionClose(time));
  return Date.parse(time) + timeframeMs[timeframe];
}

/**
 * The price at which a time begins: the close of the last bar that was complete then, such as that of Friday for a
 * Monday's midnight.
 * @param time in milliseconds since 1970.
 * @returns null where the market has no bar before it.
 * @throws {ToolError} retryable, when the source does not respond.
 */
export async function openingPrice(
  market: Market,
  symbol: string,
  time: number,
): Promise<Decimal | null> {
  const { kind } = await market.instrument(symbol);
  for (const { timeframe: wanted, reachMs } of searches[kind]) {
    const range = {
      symbol,
      timeframe: wanted,
      from: new Date(time - reachMs).toISOString(),
      to: new Date(time).toISOString(),
    };
    const found = await market.range(range).catch((error: unknown) => {
      if (error instanceof ToolError && !error.retryable) return undefined;
      throw error;
    });
    const last = found?.bars.findLast((bar) => endOf(bar, found.timeframe, kind) <= time);
    if (last) return new Decimal(last.close);
  }
  return null;
}
