import { createHash } from 'node:crypto';
import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { Decimal } from '../../base/decimal.ts';
import { lotStep, roundDownToLot } from '../rounding.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { MarketSnapshot } from '../market/market.ts';
import { readSnapshot, toAcceptedBar } from './accept-order.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { applyEvent } from './book/apply-event.ts';
import { workingIn } from './book/book.ts';
import type { Book } from './book/book.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { pricesOf, quotedPrice, readPrices } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import { readSettings } from './live-settings.ts';
import { equityOf } from './order-facts.ts';
import { withBook } from './paper-account.ts';
import { recordEvents } from './record-events.ts';

/** The maintenance margin of an account, in its currency. */
export type Margin = {
  /** Required equity: `share` of the value of all shorts and, while cash is negative, of all longs. */
  required: Decimal;
  /** Value of positions to close so that the equity suffices; 0 if it already does. */
  excess: Decimal;
  /** Positions that need margin, largest value first. */
  worths: { symbol: string; worth: Decimal }[];
};

/**
 * Computes the maintenance margin. Closing a value X lowers the requirement by `share` × X, so the excess is missing
 * equity / `share`.
 * @param prices of every position.
 * @param share maintenance margin rate, above 0 (0.3 is 30 %).
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

/** The quantities that a margin call closes, largest positions first, rounded up to whole lots. */
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

/** Id of a margin call order: one per symbol and price time, so repeated checks do not order twice. */
const marginOrderId = (accountId: string, symbol: string, asOf: string) =>
  createHash('sha256')
    .update(JSON.stringify([accountId, 'margin', symbol, asOf]))
    .digest('hex');

/** The market's snapshot of each symbol, and the last recorded price of those without one. */
async function readSnapshots(
  dependencies: AccountDependencies,
  symbols: readonly string[],
): Promise<{ snapshots: Map<string, MarketSnapshot>; unpriced: Map<string, Quoted> }> {
  const snapshots = new Map<string, MarketSnapshot>();
  const read = async (symbol: string) => {
    const snapshot = await readSnapshot(dependencies.market, symbol);
    if (snapshot instanceof ToolError || quotedPrice(snapshot.price).isNaN()) return;
    snapshots.set(symbol, snapshot);
  };
  await Promise.all(symbols.map(read));
  const others = symbols.filter((symbol) => !snapshots.has(symbol));
  return { snapshots, unpriced: await readPrices(dependencies, others) };
}

/**
 * Records a margin call if the equity is below the maintenance margin, with orders that close the excess on the next
 * bar. They skip the gates, since they can only close. A symbol that already has such an order gets no second one. A
 * symbol without a market price counts at its last recorded price and is not ordered, since no bar would fill it.
 * @throws {ToolError} retryable, if the market does not respond; permanent, after everything else is done, if a
 * position has no price.
 */
export async function enforceMargin(dependencies: AccountDependencies): Promise<void> {
  const { db, settings } = dependencies;
  const { accountId } = settings;
  const held = await withBook(dependencies, async (_tx, { book }) => book);
  const needsNone =
    held.cash.gte(0) && [...held.positions.values()].every(({ quantity }) => quantity.gt(0));
  if (needsNone) return;
  const { maintenanceMargin: share, instruments } = await readSettings(db, settings);
  const { snapshots, unpriced } = await readSnapshots(dependencies, [...held.positions.keys()]);
  const prices = pricesOf(unpriced);
  for (const [symbol, { price }] of snapshots) prices.set(symbol, quotedPrice(price));
  const lotOf = (symbol: string) => new Decimal(instruments[symbol]?.lot ?? lotStep);

  await withBook(dependencies, async (tx, { book }) => {
    const isKnown = [...book.positions.keys()].every((symbol) => prices.has(symbol));
    // Positions opened since the prices were read are checked next time.
    if (!isKnown) return;
    const equity = equityOf({ ...book, orders: new Map() }, prices);
    if (equity.isNaN()) return;
    const margin = marginOf(book, prices, { equity, share });
    const isClosing = (symbol: string) =>
      workingIn(book, symbol).some(({ content }) => content.leg === 'margin');
    const worths = margin.worths.filter(({ symbol }) => snapshots.has(symbol));
    const forced = forcedQuantities(book, prices, { ...margin, worths }, lotOf);
    for (const [symbol, quantity] of forced) {
      const snapshot = snapshots.get(symbol)!;
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
  const [missing] = unpriced;
  if (missing) throw noPriceOf(accountId, missing);
}

/** The error of a position without a price. The trading clock reports it once while it stays the same. */
function noPriceOf(accountId: string, [symbol, { price, asOf, unpriced }]: [string, Quoted]) {
  const counts = price.isNaN()
    ? 'so its margin cannot be checked'
    : `so its margin counts ${symbol} at the last known price, ${price} of ${asOf}`;
  return new ToolError(
    `Account ${accountId} holds ${symbol} without a price, ${counts}: ${unpriced}`,
    {
      retryable: false,
    },
  );
}
