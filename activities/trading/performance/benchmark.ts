import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { dayOfEnd } from '../exchange/day/days.ts';
import { dayOf } from '../market/days.ts';
import type { Market } from '../market/market.ts';
import { shown } from '../statistics/numbers.ts';
import { returnFigures } from './figures.ts';
import type { Window } from './figures.ts';

/** The longest time that a market can be closed before the first day. */
const reachMs = 14 * 86_400_000;

type Compared = {
  benchmark: NonNullable<PerformanceView['benchmark']>;
  /** Return since the start on each day of the curve, as a fraction; empty if there is no benchmark. */
  returns: number[];
};

/**
 * The result of buying a symbol before the first day and holding it. A failure is returned as `problem`, since the
 * account's own figures do not depend on it.
 * @param window.days days of the curve.
 */
export async function compareWith(
  market: Market,
  symbol: string,
  { days, ...window }: Window & { days: readonly string[] },
): Promise<Compared> {
  const prices = await pricesAt(market, symbol, days).catch((error: unknown) => {
    if (error instanceof ToolError) return error.message;
    throw error;
  });
  const values = typeof prices === 'string' ? [] : prices;
  const problem = typeof prices === 'string' ? prices : null;
  const [base] = values;
  return {
    benchmark: { symbol, problem, ...returnFigures(values, window) },
    returns: base === undefined ? [] : values.slice(1).map((price) => shown(price / base - 1)),
  };
}

/** The last price before the first day, then the close of each day; for the newest day, the current price. */
async function pricesAt(
  market: Market,
  symbol: string,
  days: readonly string[],
): Promise<number[]> {
  const [first, last] = [days[0]!, days.at(-1)!];
  const from = new Date(Date.parse(first) - reachMs).toISOString();
  const { bars } = await market.range({ symbol, timeframe: '1d', from });
  const quote = await market.quote(symbol);
  const closes = new Map(bars.map(({ time, close }) => [dayOf(time), close]));
  if (dayOfEnd('UTC', quote.asOf) >= last) closes.set(last, quote.price);
  const before = bars.findLast(({ time }) => dayOf(time) < first)?.close;
  const base = before ?? bars[0]?.open;
  if (base === undefined) {
    throw new ToolError(`${symbol} has no daily prices from ${first} to ${last}`, {
      retryable: false,
    });
  }
  let price = base;
  return [base, ...days.map((day) => (price = closes.get(day) ?? price))];
}
