import { book } from '../../db/repositories/ledger.ts';
import { insertOrder } from '../../db/repositories/orders.ts';
import type { Json } from '../../contracts/json.ts';
import type { Market, MarketSnapshot } from '../market/market.ts';
import { ToolError } from '../tools/tool.ts';
import { equityOf, readAccountState, readPrices, symbolsOf } from './account-state.ts';
import type { AccountState } from './account-state.ts';
import { cashNeeded, tradeCosts } from './costs.ts';
import type { AcceptedBar, Order, OrderRequest } from './exchange.ts';
import { grossExposure, possibleQuantities } from './exposure.ts';
import { findDenial } from './gates.ts';
import type { OrderFacts } from './gates.ts';
import { Decimal } from './money.ts';
import { lockPaperAccount } from './paper-account.ts';
import type { ExchangeDependencies } from './paper-account.ts';
import { noBar, toOrder } from './records.ts';
import { findSameOrder } from './same-order.ts';
import type { ExchangeSettings } from './settings.ts';

async function readSnapshot(market: Market, symbol: string): Promise<MarketSnapshot | ToolError> {
  try {
    return await market.snapshot(symbol);
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return error;
    throw error;
  }
}

function collectFacts(
  request: OrderRequest,
  snapshot: MarketSnapshot,
  settings: ExchangeSettings,
  state: AccountState,
  quoted: ReadonlyMap<string, Decimal>,
): OrderFacts {
  const price = new Decimal(snapshot.price);
  const prices = new Map(quoted).set(request.symbol, price);
  const { positions, openOrders } = state;
  const held = positions.get(request.symbol)?.quantity ?? new Decimal(0);
  return {
    order: request,
    market: { ...snapshot, price },
    settings,
    available: state.cash.minus(state.reserved),
    equity: equityOf(state, prices),
    reserve: cashNeeded(request.side, tradeCosts(request, price, settings)),
    exposure: {
      before: grossExposure(positions, openOrders, prices),
      after: grossExposure(positions, [...openOrders, request], prices),
    },
    leastQuantity: possibleQuantities(request.symbol, held, [...openOrders, request]).least,
  };
}

function toAcceptedBar({ bar, timeframe, now, source, asOf, notice }: MarketSnapshot): AcceptedBar {
  return { ...bar, timeframe, fillsFrom: now, source, asOf, ...(notice && { notice }) };
}

/**
 * Takes or denies an order and records it, with what it reserves, in one transaction under the
 * account's lock. Prices are read before it, since a source may be slow.
 */
export async function acceptOrder(
  { db, market, settings }: ExchangeDependencies,
  request: OrderRequest,
): Promise<Order> {
  const snapshot = await readSnapshot(market, request.symbol);
  const known = await readAccountState(db, settings.accountId);
  const others = symbolsOf(known);
  others.delete(request.symbol);
  const prices = await readPrices(market, others);

  return db.transaction(async (tx) => {
    await lockPaperAccount(tx, settings);
    const existing = await findSameOrder(tx, request);
    if (existing) return existing;

    const record = {
      ...request,
      accountId: settings.accountId,
      quantity: request.quantity.toFixed(),
      referencePrice: request.referencePrice.toFixed(),
    };
    if (snapshot instanceof ToolError) {
      const reason = `symbol: ${snapshot.message}`;
      return toOrder(
        await insertOrder(tx, { ...record, status: 'denied', reason, acceptedBar: noBar }),
      );
    }
    const acceptedBar: Json = toAcceptedBar(snapshot);
    const state = await readAccountState(tx, settings.accountId);
    const facts = collectFacts(request, snapshot, settings, state, prices);
    const reason = findDenial(facts);
    if (reason) {
      return toOrder(await insertOrder(tx, { ...record, status: 'denied', reason, acceptedBar }));
    }
    const row = await insertOrder(tx, { ...record, status: 'accepted', acceptedBar });
    await book(tx, [
      {
        accountId: settings.accountId,
        clientOrderId: request.clientOrderId,
        kind: 'reserve',
        amount: facts.reserve.toFixed(),
      },
    ]);
    return toOrder(row);
  });
}
