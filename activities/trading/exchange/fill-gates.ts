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

/** What the market says of all that the account has, when a bar of a symbol may open a position. */
export type FillMarket = {
  /** Of what is held of other symbols. */
  prices: ReadonlyMap<string, Decimal>;
  /** How the day began; null where the loss of a day has no limit, or a source does not respond. */
  openings: Openings | null;
};

/**
 * Reads what the gates ask at a fill, of what is held by the last look at the account. A source that does not respond
 * holds nothing up, since the bar can also close positions: the last price on record counts then.
 * @param bar.ended on the clock of its market.
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

/** Whether it tells of all that is held now. */
export function isWhole({ prices, openings }: FillMarket, book: Book, symbol: string): boolean {
  return [...book.positions.keys()].every(
    (held) =>
      (held === symbol || prices.has(held)) && (openings === null || openings.symbols.has(held)),
  );
}

/**
 * Asks the gates again that bound what an account holds and may lose, as it is just before a fill, with the symbol at the
 * fill's price.
 * @param known.standing as the bar found it.
 * @returns why the fill may not open a position or add to one; undefined where it may.
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
    // What the bar has filled so far has changed the cash by what it cost.
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
