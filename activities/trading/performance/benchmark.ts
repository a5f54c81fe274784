import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { dayOfEnd } from '../exchange/day/days.ts';
import { dayOf } from '../market/days.ts';
import type { Market } from '../market/market.ts';
import { shown } from '../statistics/numbers.ts';
import { returnFigures } from './figures.ts';
import type { Window } from './figures.ts';

/** A market may have been closed for so long before the first day. */
const reachMs = 14 * 86_400_000;

type Compared = {
  benchmark: NonNullable<PerformanceView['benchmark']>;
  /** The return since the beginning at each day of the curve; empty where there is nothing to compare with. */
  returns: number[];
};

/**
 * What it would have come to to buy a symbol before the first day, and to hold it.
 * @param days of the curve.
 * The account's own figures stand without it, so what goes wrong is told and not thrown.
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

/** The price before the first day, and that of each day: its close, and of the newest the price of now. */
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
