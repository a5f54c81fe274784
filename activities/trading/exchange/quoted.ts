import { Decimal } from '../../base/decimal.ts';
import { findLastMark } from '../../../db/trading/marks.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Quote } from '../market/market.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';

export type Quoted = {
  /** `NaN` where the market gives none, and never gave one. */
  price: Decimal;
  /** When the price was that. */
  asOf: string;
  /** The time of its market. */
  now: string;
  notice?: string | undefined;
  /** Why the market gives no price: then `price` is the last one on record, and `now` the time of that. */
  unpriced?: string;
};

/** A price as a market gives it, exact; `NaN` where it gives none that one can trade at. */
export function quotedPrice(price: number | null | undefined): Decimal {
  return new Decimal(
    typeof price === 'number' && price > 0 && price < Infinity ? price : Number.NaN,
  );
}

/**
 * The price of each symbol now. Where the market gives none, and asking again does not mend that, the last one on record
 * for the account counts.
 * @param options.evenBriefly whether that one counts also while the market does not respond.
 * @throws {ToolError} retryable, when the market does not respond.
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

export const pricesOf = (quoted: ReadonlyMap<string, Quoted>): Map<string, Decimal> =>
  new Map([...quoted].map(([symbol, { price }]) => [symbol, price]));
