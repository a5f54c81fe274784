import { readBalances } from '../../db/repositories/accounts.ts';
import { listFills } from '../../db/repositories/ledger.ts';
import { listOpenOrders } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/repositories/orders.ts';
import type { Database } from '../../db/open.ts';
import type { Market } from '../market/market.ts';
import { ToolError } from '../tools/tool.ts';
import { Decimal } from './money.ts';
import { positionsAfter } from './positions.ts';
import type { Position } from './positions.ts';

export type AccountState = {
  cash: Decimal;
  reserved: Decimal;
  positions: Map<string, Position>;
  openOrders: OrderRow[];
};

/** Cash, reserves, positions and open orders: sums over what was booked. */
export async function readAccountState(db: Database, accountId: string): Promise<AccountState> {
  const balances = await readBalances(db, accountId);
  return {
    cash: new Decimal(balances.cash),
    reserved: new Decimal(balances.reserved),
    positions: positionsAfter(await listFills(db, accountId)),
    openOrders: await listOpenOrders(db, accountId),
  };
}

/** The symbols that an account has positions or open orders in. */
export function symbolsOf({ positions, openOrders }: AccountState): Set<string> {
  return new Set([...positions.keys(), ...openOrders.map((order) => order.symbol)]);
}

/** The price of each symbol now. */
export async function readPrices(
  market: Market,
  symbols: Iterable<string>,
): Promise<Map<string, Decimal>> {
  const quotes = await Promise.all([...symbols].map((symbol) => market.quote(symbol)));
  return new Map(quotes.map((quote) => [quote.symbol, new Decimal(quote.price)]));
}

/**
 * Cash and what the positions are worth.
 * @throws {ToolError} retryable, when the account has a symbol without a price.
 */
export function equityOf(state: AccountState, prices: ReadonlyMap<string, Decimal>): Decimal {
  for (const symbol of symbolsOf(state)) {
    if (prices.has(symbol)) continue;
    throw new ToolError(`The account got an order in ${symbol} meanwhile; try again`, {
      retryable: true,
    });
  }
  return [...state.positions].reduce(
    (sum, [symbol, { quantity }]) => sum.plus(quantity.times(prices.get(symbol)!)),
    state.cash,
  );
}
