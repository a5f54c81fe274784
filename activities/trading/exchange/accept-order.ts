import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import { countOrdersSince, findOrder } from '../../../db/trading/orders.ts';
import { readTradingTerms } from '../../../db/trading/terms.ts';
import type { Database } from '../../../db/open.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Market, MarketSnapshot } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { distanceOf, stopBehind } from './book/trailing.ts';
import { applyEvent } from './book/apply-event.ts';
import type { AcceptedBar, Order, OrderRequest } from './order.ts';
import { readOpenings } from './day/openings.ts';
import type { Openings } from './day/openings.ts';
import type { GateCheck, OrderCheck, OrderFacts, Gate } from './gates/gate.ts';
import { readSettings } from './live-settings.ts';
import { loadBook } from './load-book.ts';
import type { LoadedBook } from './load-book.ts';
import { collectFacts, readPrices, symbolsOf } from './order-facts.ts';
import { quotedPrice } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import { withBook } from './paper-account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordEvents } from './record-events.ts';
import { noBar, toOrder } from './records.ts';
import { findSameOrder } from './same-order.ts';
import type { ExchangeSettings } from './settings.ts';
import { activityGates } from './gates/activity.ts';
import { instrumentGates } from './gates/instrument.ts';
import { priceGates } from './gates/price.ts';
import { riskGates } from './gates/risk.ts';
import { switchGates } from './gates/switches.ts';

/** The checks before every order, in order. Each gives the reason to deny it, or nothing. */
export const gates: readonly Gate[] = [
  ...switchGates,
  ...instrumentGates,
  ...priceGates,
  ...riskGates,
  ...activityGates,
];

const isSpared = ({ sparesReducing }: Gate, { reduces }: OrderFacts) => reduces && sparesReducing;

/** What every gate says to an order. */
export function checkGates(facts: OrderFacts): GateCheck[] {
  return gates.map((gate) => ({
    gate: gate.name,
    denial: (!isSpared(gate, facts) && gate.deny(facts)) || null,
  }));
}

/** The reason of the first gate that denies the order, or nothing. */
export function findDenial(facts: OrderFacts): string | undefined {
  const refused = checkGates(facts).find(({ denial }) => denial !== null);
  return refused && `${refused.gate}: ${refused.denial}`;
}

/** Whether a gate lets the order pass only since it reduces a position: then it may never do anything else. */
export function mustReduce(facts: OrderFacts): boolean {
  return gates.some((gate) => isSpared(gate, facts) && gate.deny(facts));
}

/** What becomes of an order: why it is denied, or what it holds and whether it may only reduce a position. */
type Outcome = { reason: string } | { reserve: string; reduceOnly?: true };

const minuteMs = 60_000;

async function readSnapshot(market: Market, symbol: string): Promise<MarketSnapshot | ToolError> {
  try {
    return await market.snapshot(symbol);
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return error;
    throw error;
  }
}

/** What the market says of an order, and of all else that the account has. */
export type MarketFacts = {
  snapshot: MarketSnapshot | ToolError;
  quoted: ReadonlyMap<string, Quoted>;
  openings: Openings | null;
};

/** Prices are read before any lock is taken, since a source may be slow. */
export async function readMarket(
  { db, market, settings, memory }: AccountDependencies,
  symbol: string,
): Promise<MarketFacts> {
  const snapshot = await readSnapshot(market, symbol);
  const known = memory.last();
  const { book, standing } = await loadBook(db, settings.accountId, known);
  memory.keep(known, standing);
  const others = symbolsOf(book);
  others.delete(symbol);
  const quoted = await readPrices(market, others);
  const { dailyLoss, timeZone } = await readSettings(db, settings);
  if (dailyLoss === null || snapshot instanceof ToolError) {
    return { snapshot, quoted, openings: null };
  }
  const { price, now } = snapshot;
  const all = new Map(quoted).set(symbol, { price: quotedPrice(price), now });
  return {
    snapshot,
    quoted,
    openings: await readOpenings(market, timeZone, { standing, quoted: all }),
  };
}

export async function readFacts(
  tx: Database,
  request: OrderRequest,
  known: Omit<MarketFacts, 'snapshot'> & {
    loaded: LoadedBook;
    snapshot: MarketSnapshot;
    settings: ExchangeSettings;
    onlyCloses?: boolean;
  },
): Promise<OrderFacts> {
  const { accountId } = known.settings;
  return collectFacts(request, {
    ...known,
    ...known.loaded,
    terms: await readTradingTerms(tx, accountId),
    recentOrders: await countOrdersSince(tx, accountId, new Date(Date.now() - minuteMs)),
  });
}

/** The newest bar that is known when an order is taken. */
export function toAcceptedBar({
  bar,
  timeframe,
  now,
  source,
  asOf,
  notice,
}: MarketSnapshot): AcceptedBar {
  return { ...bar, timeframe, fillsFrom: now, source, asOf, ...(notice && { notice }) };
}

/** The order as it begins to work: the stop price of a trailing stop is as far from the market as it trails. */
function withTrail(request: OrderRequest, snapshot: MarketFacts['snapshot']): OrderRequest {
  const { type, side } = request;
  if (type !== 'trailing_stop' || snapshot instanceof ToolError) return request;
  const price = quotedPrice(snapshot.price);
  const distance = distanceOf(request, price);
  if (!distance || !price.isFinite()) return request;
  return { ...request, stopPrice: stopBehind(side, price, distance), trailAmount: distance };
}

/** The events of an order that is taken or, with a reason, denied. */
function eventsOf(request: OrderRequest, outcome: Outcome) {
  const { clientOrderId: orderId, symbol, side, type, timeInForce = 'gtc' } = request;
  const submitted: BookEvent = {
    kind: 'submitted',
    orderId,
    order: {
      symbol,
      side,
      type,
      quantity: request.quantity.toFixed(),
      limitPrice: request.limitPrice?.toFixed(),
      stopPrice: request.stopPrice?.toFixed(),
      timeInForce,
      leg: 'entry',
      stopLoss: request.stopLoss?.toFixed(),
      takeProfit: request.takeProfit?.toFixed(),
      trailAmount: request.trailAmount?.toFixed(),
      trailPercent: request.trailPercent?.toFixed(),
    },
  };
  const decided: BookEvent =
    'reason' in outcome
      ? { kind: 'denied', orderId, ...outcome }
      : { kind: 'accepted', orderId, ...outcome };
  return [submitted, decided];
}

/**
 * Takes or denies an order and records it, with what it reserves, in one transaction under the
 * account's lock.
 */
export async function acceptOrder(
  dependencies: AccountDependencies,
  asked: OrderRequest,
): Promise<Order> {
  const { settings } = dependencies;
  const { accountId } = settings;
  const { snapshot, ...prices } = await readMarket(dependencies, asked.symbol);
  const request = withTrail(asked, snapshot);

  return withBook(dependencies, async (tx, loaded) => {
    const existing = await findSameOrder(tx, asked, accountId);
    if (existing) return existing;

    const { book } = loaded;
    async function decide(): Promise<Outcome> {
      if (snapshot instanceof ToolError) return { reason: `symbol: ${snapshot.message}` };
      const facts = await readFacts(tx, request, { loaded, snapshot, ...prices, settings });
      const reason = findDenial(facts);
      if (reason !== undefined) return { reason };
      return { reserve: facts.reserve.toFixed(), ...(mustReduce(facts) && { reduceOnly: true }) };
    }
    const events = eventsOf(request, await decide());
    for (const event of events) applyEvent(book, event);
    const isKnown = !(snapshot instanceof ToolError);
    const notes = {
      runId: request.runId,
      referencePrice: request.referencePrice.toFixed(),
      acceptedBar: isKnown ? (toAcceptedBar(snapshot) as Json) : noBar,
      matchFrom: isKnown ? new Date(snapshot.now) : null,
    };
    await recordEvents(tx, { accountId, after: book, notesOf: () => notes }, events);
    return toOrder((await findOrder(tx, request.clientOrderId))!);
  });
}

/** What each gate says to an order now, and what it saw. Nothing is recorded, and nothing is held for it. */
export async function checkOrder(
  dependencies: AccountDependencies,
  asked: OrderRequest,
): Promise<OrderCheck> {
  const { settings } = dependencies;
  const { snapshot, ...prices } = await readMarket(dependencies, asked.symbol);
  if (snapshot instanceof ToolError) {
    return { checks: [{ gate: 'symbol', denial: snapshot.message }], facts: undefined };
  }
  const request = withTrail(asked, snapshot);
  return withBook(dependencies, async (tx, loaded) => {
    const facts = await readFacts(tx, request, { loaded, snapshot, ...prices, settings });
    return { checks: checkGates(facts), facts };
  });
}
