import { createHash } from 'node:crypto';
import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { Decimal } from '../../base/decimal.ts';
import { lotStep, roundDownToLot } from '../rounding.ts';
import { toAcceptedBar } from './accept-order.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { applyEvent } from './book/apply-event.ts';
import { workingIn } from './book/book.ts';
import type { Book } from './book/book.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { quotedPrice } from './quoted.ts';
import { readSettings } from './live-settings.ts';
import { equityOf } from './order-facts.ts';
import { withBook } from './paper-account.ts';
import { recordEvents } from './record-events.ts';

/** What the account must be worth, and what is to be reduced where it is worth less. */
export type Margin = {
  /** `share` of what needs margin: all shorts and, while the account owes cash, all longs. */
  required: Decimal;
  /** The worth that is to be closed, so that the equity is enough; zero where it is. */
  excess: Decimal;
  /** What needs margin, by symbol: the most worth first. */
  worths: { symbol: string; worth: Decimal }[];
};

/**
 * The maintenance margin of an account.
 * @param prices of every position.
 * @param share of the worth that the equity has to cover, above 0.
 */
export function marginOf(
  book: Book,
  prices: ReadonlyMap<string, Decimal>,
  { equity, share }: { equity: Decimal; share: number },
): Margin {
  const worths = [...book.positions]
    .filter(([, { quantity }]) => quantity.lt(0) || book.cash.lt(0))
    .map(([symbol, { quantity }]) => ({ symbol, worth: quantity.abs().times(prices.get(symbol)!) }))
    .toSorted((one, other) => other.worth.cmp(one.worth) || (one.symbol < other.symbol ? -1 : 1));
  const all = worths.reduce((sum, { worth }) => sum.plus(worth), new Decimal(0));
  const required = all.times(share);
  const missing = Decimal.max(0, required.minus(equity));
  return { required, excess: Decimal.min(all, missing.div(share)), worths };
}

/** The quantities that a margin call closes, of the largest positions first; whole lots, rounded up. */
export function forcedQuantities(
  book: Book,
  prices: ReadonlyMap<string, Decimal>,
  { excess, worths }: Pick<Margin, 'excess' | 'worths'>,
  lotOf: (symbol: string) => Decimal = () => lotStep,
): Map<string, Decimal> {
  const quantities = new Map<string, Decimal>();
  let left = excess;
  for (const { symbol, worth } of worths) {
    if (left.lte(0)) break;
    const [price, lot] = [prices.get(symbol)!, lotOf(symbol)];
    const down = roundDownToLot(left.div(price), lot);
    const wanted = down.times(price).lt(left) ? down.plus(lot) : down;
    quantities.set(symbol, Decimal.min(wanted, book.positions.get(symbol)!.quantity.abs()));
    left = left.minus(worth);
  }
  return quantities;
}

/** The id of the order of a margin call: one of a symbol at a price, however often it is looked at. */
const marginOrderId = (accountId: string, symbol: string, asOf: string) =>
  createHash('sha256')
    .update(JSON.stringify([accountId, 'margin', symbol, asOf]))
    .digest('hex');

/**
 * Where the account is worth less than its maintenance margin: records a margin call, and orders that close what is too
 * much with the next bar. They pass no gate, since they can only close. What waits for its bar is not ordered again.
 * @throws {ToolError} retryable, when the market gives no price of what is held.
 */
export async function enforceMargin(dependencies: AccountDependencies): Promise<void> {
  const { db, market, settings } = dependencies;
  const { accountId } = settings;
  const held = await withBook(dependencies, async (_tx, { book }) => book);
  const needsNone =
    held.cash.gte(0) && [...held.positions.values()].every(({ quantity }) => quantity.gt(0));
  if (needsNone) return;
  const { maintenanceMargin: share, instruments } = await readSettings(db, settings);
  const snapshots = await Promise.all(
    [...held.positions.keys()].map((one) => market.snapshot(one)),
  );
  const prices = new Map(snapshots.map(({ symbol, price }) => [symbol, quotedPrice(price)]));
  if ([...prices.values()].some((price) => price.isNaN())) return;
  const lotOf = (symbol: string) => new Decimal(instruments[symbol]?.lot ?? lotStep);

  await withBook(dependencies, async (tx, { book }) => {
    const isKnown = [...book.positions.keys()].every((symbol) => prices.has(symbol));
    // What has begun to be held since is looked at next time.
    if (!isKnown) return;
    const equity = equityOf({ ...book, orders: new Map() }, prices);
    const margin = marginOf(book, prices, { equity, share });
    const isClosing = (symbol: string) =>
      workingIn(book, symbol).some(({ content }) => content.leg === 'margin');
    for (const [symbol, quantity] of forcedQuantities(book, prices, margin, lotOf)) {
      const snapshot = snapshots.find((one) => one.symbol === symbol)!;
      const orderId = marginOrderId(accountId, symbol, snapshot.asOf);
      if (quantity.isZero() || isClosing(symbol) || (await findOrder(tx, orderId))) continue;
      const side = book.positions.get(symbol)!.quantity.lt(0) ? 'buy' : 'sell';
      const events: BookEvent[] = [
        {
          kind: 'margin_call',
          equity: equity.toFixed(),
          required: margin.required.toFixed(),
          symbol,
          at: snapshot.asOf,
        },
        {
          kind: 'submitted',
          orderId,
          order: {
            symbol,
            side,
            type: 'market',
            quantity: quantity.toFixed(),
            timeInForce: 'gtc',
            leg: 'margin',
          },
        },
        { kind: 'accepted', orderId, reserve: '0', reduceOnly: true },
      ];
      for (const event of events) applyEvent(book, event);
      const notes = {
        runId: '',
        referencePrice: prices.get(symbol)!.toFixed(),
        acceptedBar: toAcceptedBar(snapshot) as Json,
        matchFrom: new Date(snapshot.now),
      };
      await recordEvents(tx, { accountId, after: book, notesOf: () => notes }, events);
    }
  });
}
