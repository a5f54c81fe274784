import { Decimal } from '../../base/decimal.ts';
import { findLastMark } from '../../../db/trading/marks.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Quote } from '../market/market.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';

/** The price of a symbol for the valuation of an account. */
export type Quoted = {
  /** `NaN` if there never was a price. */
  price: Decimal;
  /** As-of time of the price, in ISO 8601; empty if there never was one. */
  asOf: string;
  /** Current time of its market, in ISO 8601. */
  now: string;
  notice?: string | undefined;
  /** Why the market has no price. `price` is then the last recorded one, and `now` its time. */
  unpriced?: string;
};

/** A market price as an exact decimal; `NaN` if it is not a finite number above zero. */
export function quotedPrice(price: number | null | undefined): Decimal {
  return new Decimal(
    typeof price === 'number' && price > 0 && price < Infinity ? price : Number.NaN,
  );
}

/**
 * The current price of each symbol. If the market has none, the last recorded price of the account counts.
 * @param options.evenBriefly whether it also counts while the market does not respond.
 * @throws {ToolError} retryable, if the market does not respond.
 */
export async function readPrices(
  { db, market, settings }: ExchangeDependencies,
  symbols: Iterable<string>,
  { evenBriefly = false } = {},
): Promise<Map<string, Quoted>> {
  async function read(symbol: string): Promise<Quoted> {
    const quote = await market.quote(symbol).catch((error: unknown) => {
      if (error instanceof ToolError && (evenBriefly || !error.retryable)) return error;
      throw error;
    });
    const quoted = quote instanceof ToolError ? undefined : quotedOf(quote);
    if (quoted && !quoted.price.isNaN()) return quoted;
    const mark = await findLastMark(db, settings.accountId, symbol);
    const asOf = mark?.asOf ?? '';
    const unpriced =
      quote instanceof ToolError ? quote.message : `There is no market price of ${symbol}.`;
    return { price: new Decimal(mark?.price ?? Number.NaN), asOf, now: asOf, unpriced };
  }
  const all = [...new Set(symbols)].map(async (symbol) => [symbol, await read(symbol)] as const);
  return new Map(await Promise.all(all));
}

function quotedOf({ price, asOf, now = asOf, notice }: Quote): Quoted {
  return { price: quotedPrice(price), asOf, now, notice };
}

/** The prices by symbol. */
export const pricesOf = (quoted: ReadonlyMap<string, Quoted>): Map<string, Decimal> =>
  new Map([...quoted].map(([symbol, { price }]) => [symbol, price]));
