import { countOrdersSince, findOrder } from '../../../db/trading/orders.ts';
import { readTradingTerms } from '../../../db/trading/terms.ts';
import type { Database } from '../../../db/open.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Market, MarketSnapshot } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { Decimal } from '../../base/decimal.ts';
import { applyEvent } from './book/apply-event.ts';
import type { AcceptedBar, Order, OrderRequest } from './order.ts';
import { readOpenings } from './day/openings.ts';
import type { Openings } from './day/openings.ts';
import { checkGates } from './gates/check-gates.ts';
import type { OrderCheck, OrderFacts } from './gates/gate.ts';
import { readSettings } from './live-settings.ts';
import { loadBook } from './load-book.ts';
import type { LoadedBook } from './load-book.ts';
import { outcomeOf, eventsOf, withTrail } from './order-events.ts';
import type { Outcome } from './order-events.ts';
import { collectFacts, symbolsOf } from './order-facts.ts';
import { quotedPrice, readPrices } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import { withBook } from './paper-account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordEvents } from './record-events.ts';
import { noBar, toOrder } from './records.ts';
import { findSameOrders } from './same-order.ts';
import type { ExchangeSettings } from './settings.ts';

const minuteMs = 60_000;

/** The market's price and newest bar of a symbol. @returns the error if it is permanent, such as an unknown symbol. */
export async function readSnapshot(
  market: Market,
  symbol: string,
): Promise<MarketSnapshot | ToolError> {
  try {
    return await market.snapshot(symbol);
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return error;
    throw error;
  }
}

/** Market data for an order and for everything else that the account holds. */
export type MarketFacts = {
  snapshot: MarketSnapshot | ToolError;
  quoted: ReadonlyMap<string, Quoted>;
  openings: Openings | null;
};

/**
 * Reads the market data for an order. Call it before the account is locked, since a source can be slow.
 * @throws {ToolError} retryable, if a source does not respond.
 */
export async function readMarket(
  dependencies: AccountDependencies,
  symbol: string,
): Promise<MarketFacts> {
  const { db, market, settings, memory } = dependencies;
  const snapshot = await readSnapshot(market, symbol);
  const known = memory.last();
  const { book, standing } = await loadBook(db, settings.accountId, known);
  memory.keep(known, standing);
  const others = symbolsOf(book);
  others.delete(symbol);
  const quoted = await readPrices(dependencies, others);
  const { dailyLoss, timeZone } = await readSettings(db, settings);
  if (dailyLoss === null || snapshot instanceof ToolError) {
    return { snapshot, quoted, openings: null };
  }
  const { price, now, asOf } = snapshot;
  const all = new Map(quoted).set(symbol, { price: quotedPrice(price), now, asOf });
  return {
    snapshot,
    quoted,
    openings: await readOpenings(market, timeZone, { standing, quoted: all }),
  };
}

/** Reads what the gates check about an order, within a transaction that holds the account's lock. */
export async function readFacts(
  tx: Database,
  request: OrderRequest,
  known: Omit<MarketFacts, 'snapshot'> & {
    loaded: LoadedBook;
    snapshot: MarketSnapshot;
    settings: ExchangeSettings;
    onlyCloses?: boolean;
    ahead?: number;
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

/** The bar to store with an accepted order: the newest complete one. */
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

type Noted = { request: OrderRequest; outcome: Outcome };

/**
 * Applies the rules of an OCO group: all orders are accepted or all denied. Together they fill at most the quantity of
 * one order, so one order holds the reserve for all: the largest one.
 */
function asOneOfGroup({ request, outcome }: Noted, all: readonly Noted[]): Noted {
  if (all.length === 1 || 'reason' in outcome) return { request, outcome };
  const denied = all.find((other) => 'reason' in other.outcome)?.outcome;
  if (denied && 'reason' in denied) {
    return {
      request,
      outcome: { reason: `an order of its OCO group was denied: ${denied.reason}` },
    };
  }
  const reserves = all.map(
    (other) => new Decimal('reserve' in other.outcome ? other.outcome.reserve : 0),
  );
  const most = Decimal.max(...reserves);
  const holder = all[reserves.findIndex((reserve) => reserve.eq(most))];
  return {
    request,
    outcome: { ...outcome, reserve: holder?.request === request ? most.toFixed() : '0' },
  };
}

/**
 * Accepts or denies an order, or all orders of an OCO group in one symbol. The result and the reserved cash are
 * recorded in one transaction under the account's lock. A repeated call returns the first result.
 */
export async function acceptOrders(
  dependencies: AccountDependencies,
  asked: readonly OrderRequest[],
): Promise<Order[]> {
  const { settings } = dependencies;
  const { accountId } = settings;
  const { snapshot, ...prices } = await readMarket(dependencies, asked[0]!.symbol);

  return withBook(dependencies, async (tx, loaded) => {
    const existing = await findSameOrders(tx, asked, accountId);
    if (existing) return existing;
    const { book } = loaded;
    const isKnown = !(snapshot instanceof ToolError);

    async function decide(request: OrderRequest, ahead: number): Promise<Outcome> {
      if (snapshot instanceof ToolError) return { reason: `symbol: ${snapshot.message}` };
      const known = { loaded, snapshot, ...prices, settings, ahead };
      return outcomeOf(await readFacts(tx, request, known));
    }
    const decided: Noted[] = [];
    for (const one of asked) {
      const request = isKnown ? withTrail(one, quotedPrice(snapshot.price)) : one;
      decided.push({ request, outcome: await decide(request, decided.length) });
    }
    for (const noted of decided) {
      const { request, outcome } = asOneOfGroup(noted, decided);
      const events = eventsOf(request, outcome);
      for (const event of events) applyEvent(book, event);
      const notes = {
        runId: request.runId,
        referencePrice: request.referencePrice.toFixed(),
        acceptedBar: isKnown ? (toAcceptedBar(snapshot) as Json) : noBar,
        matchFrom: isKnown ? new Date(snapshot.now) : null,
      };
      await recordEvents(tx, { accountId, after: book, notesOf: () => notes }, events);
    }
    return Promise.all(
      asked.map(async ({ clientOrderId }) => toOrder((await findOrder(tx, clientOrderId))!)),
    );
  });
}

/**
 * Checks an order, or the orders of an OCO group, against every gate: for each gate the first denial of any of them,
 * and the facts of the first order. Nothing is recorded or reserved.
 */
export async function checkOrders(
  dependencies: AccountDependencies,
  asked: readonly OrderRequest[],
): Promise<OrderCheck> {
  const { settings } = dependencies;
  const { snapshot, ...prices } = await readMarket(dependencies, asked[0]!.symbol);
  if (snapshot instanceof ToolError) {
    return { checks: [{ gate: 'symbol', denial: snapshot.message }], facts: undefined };
  }
  return withBook(dependencies, async (tx, loaded) => {
    const known = { loaded, snapshot, ...prices, settings };
    const price = quotedPrice(snapshot.price);
    const all = await Promise.all(
      asked.map((one, ahead) => readFacts(tx, withTrail(one, price), { ...known, ahead })),
    );
    const [first, ...others] = all.map(checkGates);
    const checks = first!.map(({ gate, denial }, index) => ({
      gate,
      denial: denial ?? others.find((of) => of[index]!.denial !== null)?.[index]!.denial ?? null,
    }));
    return { checks, facts: all[0] };
  });
}
