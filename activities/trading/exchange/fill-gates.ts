import { Decimal } from '../../base/decimal.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import type { Book, BookOrder } from './book/book.ts';
import { dayResult } from './day/day-result.ts';
import { readOpenings } from './day/openings.ts';
import type { Openings } from './day/openings.ts';
import { grossExposure } from './exposure.ts';
import { findFillDenial } from './gates/check-gates.ts';
import { readSettings } from './live-settings.ts';
import type { MatchedFill } from './matching/matching.ts';
import { equityOf } from './order-facts.ts';
import { noPosition, signedQuantity } from './positions.ts';
import { pricesOf, readPrices } from './quoted.ts';
import type { ExchangeSettings } from './settings.ts';
import { openPositions } from './standing/standing.ts';
import type { Standing } from './standing/standing.ts';

/** Market data of the account's other positions, read before a bar that can open a position. */
export type FillMarket = {
  /** Prices of the other positions. */
  prices: ReadonlyMap<string, Decimal>;
  /** The start of the day; null without a daily loss limit, or if a source does not respond. */
  openings: Openings | null;
};

/**
 * Reads the market data for the gates at a fill, for the positions as last read. If a source does not respond, the last
 * recorded price counts, so that orders that close positions are not delayed.
 * @param bar.ended when the bar ended, by the clock of its market, in ISO 8601.
 */
export async function readFillMarket(
  dependencies: AccountDependencies,
  { symbol, ended }: { symbol: string; ended: string },
): Promise<FillMarket> {
  const { db, market, settings, memory } = dependencies;
  const standing = memory.last();
  const others = [...openPositions(standing).keys()].filter((held) => held !== symbol);
  const quoted = await readPrices(dependencies, others, { evenBriefly: true });
  const prices = pricesOf(quoted);
  const { dailyLoss, timeZone } = await readSettings(db, settings);
  if (dailyLoss === null) return { prices, openings: null };
  const own = { price: new Decimal(Number.NaN), asOf: ended, now: ended };
  const known = { standing, quoted: new Map(quoted).set(symbol, own) };
  const openings = await readOpenings(market, timeZone, known).catch((error: unknown) => {
    if (error instanceof ToolError && error.retryable) return null;
    throw error;
  });
  return { prices, openings };
}

/** Whether the data covers all positions of the book. */
export function isWhole({ prices, openings }: FillMarket, book: Book, symbol: string): boolean {
  return [...book.positions.keys()].every(
    (held) =>
      (held === symbol || prices.has(held)) && (openings === null || openings.symbols.has(held)),
  );
}

/**
 * Creates the check of a fill against the risk gates, with the account as it is just before the fill and the symbol at
 * the fill price.
 * @param known.standing the account before the bar.
 * @returns a function that gives the reason why the fill cannot open or increase a position; undefined if it can.
 */
export function fillGates(
  book: Book,
  known: FillMarket & { settings: ExchangeSettings; killSwitch: boolean; standing: Standing },
): (order: BookOrder, fill: MatchedFill) => string | undefined {
  const { settings, killSwitch, standing, openings } = known;

  function dayResultAt(prices: ReadonlyMap<string, Decimal>, symbol: string): Decimal | null {
    if (settings.dailyLoss === null || openings === null) return null;
    const before = standing.symbols.get(symbol)?.position ?? noPosition;
    const traded = heldIn(book, symbol).minus(before.quantity).times(prices.get(symbol)!);
    // Earlier fills of this bar have changed the cash by their cost.
    const paid = standing.cash.minus(book.cash);
    return dayResult(standing, openings, prices).plus(traded).minus(paid);
  }

  return ({ content: { symbol, side } }, { quantity, price }) => {
    const prices = new Map(known.prices).set(symbol, price);
    const after = heldIn(book, symbol).plus(signedQuantity({ side, quantity }));
    const positions = new Map(book.positions).set(symbol, { quantity: after, averagePrice: price });
    return findFillDenial({
      order: { symbol },
      settings,
      killSwitch,
      equity: equityOf({ ...book, orders: new Map() }, prices),
      exposure: grossExposure(positions, [], prices),
      positionWorth: after.abs().times(price),
      dayResult: dayResultAt(prices, symbol),
    });
  };
}

const heldIn = ({ positions }: Book, symbol: string) =>
  (positions.get(symbol) ?? noPosition).quantity;
