import { ownAccountId } from '../../../contracts/trading/accounts.ts';
import { isWorking, orderTool } from '../../../contracts/trading/orders.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { listAskedCalls } from '../../../db/repositories/runs/approval-queries.ts';
import { findOrder, listOpenOrders, listTrades } from '../../../db/trading/orders.ts';
import { readTradingTerms } from '../../../db/trading/terms.ts';
import { isOpened } from '../../../db/trading/accounts.ts';
import { lastEvent } from '../../../db/trading/events.ts';
import { canonicalSymbol } from '../market/instruments/canonical-symbol.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { acceptOrders, checkOrders } from './accept-order.ts';
import { advance } from './advance.ts';
import type { PaperExchange } from './exchange.ts';
import type { OrderCheck } from './gates/gate.ts';
import type { Order, OrderRequest } from './order.ts';
import { remainingOf, workingIn } from './book/book.ts';
import { withBook } from './paper-account.ts';
import { chargeIdleShorts } from './borrow-fees.ts';
import { enforceMargin } from './margin.ts';
import type { AccountDependencies, ExchangeDependencies } from './account-dependencies.ts';
import { doInTurn } from './in-turn.ts';
import { readPortfolio } from './portfolio.ts';
import { reconcile } from './reconcile.ts';
import { toFill, toOrder } from './records.ts';
import { findSameOrders } from './same-order.ts';
import { checkReplacement, replaceOrder } from './replace-order.ts';
import { settleOrder } from './settle-order.ts';
import { createStandingMemory } from './standing/read-standing.ts';
import { openPositions } from './standing/standing.ts';
import { requestCancel } from '../../../db/trading/cancel-requests.ts';
import type { Mark } from '../../../db/trading/marks.ts';
import { insertEquityPoint } from '../../../db/trading/equity.ts';

const minuteMs = 60_000;
/** Newer prices count as live: they are read over the network, so equity is recorded at most once a minute. */
const liveMs = 60 * minuteMs;

/** Records the equity of an account while it has positions: once a minute on a live market, otherwise on every call. */
function createEquityNotes(
  dependencies: AccountDependencies,
  now: () => number = Date.now,
): () => Promise<void> {
  const { db, settings } = dependencies;
  let restUntil = 0;

  return async () => {
    if (now() < restUntil) return;
    const portfolio = await readPortfolio(dependencies);
    const { cash, equity, realizedPnl, unrealizedPnl, positions, asOf } = portfolio;
    if (positions.length === 0) return;
    const isLive = now() - Date.parse(asOf) < liveMs;
    if (isLive) restUntil = now() + minuteMs;
    await insertEquityPoint(db, {
      accountId: settings.accountId,
      marketTime: new Date(asOf),
      cash: cash.toFixed(12),
      equity: equity.toFixed(12),
      realizedPnl: realizedPnl.toFixed(12),
      unrealizedPnl: unrealizedPnl.toFixed(12),
      marks: Object.fromEntries(
        positions.map(({ symbol, marketPrice, priceAsOf }): [string, Mark] => [
          symbol,
          { price: marketPrice.toFixed(), asOf: priceAsOf },
        ]),
      ),
    });
  };
}

/** Creates the exchange of one account in US dollars. */
export function createPaperExchange(given: ExchangeDependencies): PaperExchange {
  const { db, market, settings } = given;
  const memory = createStandingMemory();
  const dependencies: AccountDependencies = { ...given, memory };
  const { accountId } = settings;
  const noteEquity = createEquityNotes(dependencies);
  let agreed: Promise<string | null> | undefined;

  /**
   * Reconciles events and records before anything is traded: once at the start, and again while any process has found
   * that they differ. Then the memory of earlier reads is discarded too.
   */
  async function findMismatch(): Promise<string | null> {
    const { mismatch } = await readTradingTerms(db, accountId);
    if (mismatch !== null) agreed = undefined;
    if (!agreed) memory.forget();
    agreed ??= reconcile(dependencies);
    return agreed.catch((error: unknown) => {
      agreed = undefined;
      throw error;
    });
  }

  async function checkBook(): Promise<void> {
    const mismatch = await findMismatch();
    if (mismatch === null) return;
    throw new ToolError(
      `The account's records do not match its events, so trading is stopped: ${mismatch}`,
      { retryable: true },
    );
  }

  /**
   * Fills all open orders with the bars that are due. Orders whose market does not respond stay open until the next
   * call.
   * @returns whether there were open orders.
   */
  async function settleOpenOrders(): Promise<boolean> {
    if ((await findMismatch()) !== null) return true;
    const open = await listOpenOrders(db, accountId);
    for (const symbol of new Set(open.map((row) => row.symbol))) {
      try {
        await advance(dependencies, symbol);
      } catch (error) {
        if (!(error instanceof ToolError && error.retryable)) throw error;
      }
    }
    return open.length > 0;
  }

  /** Uses the canonical symbol, so that an instrument is held under one symbol only. */
  async function withOneSymbol(request: OrderRequest): Promise<OrderRequest> {
    return { ...request, symbol: await canonicalSymbol(market, request.symbol) };
  }

  async function previewOrders(requests: readonly OrderRequest[]): Promise<OrderCheck> {
    await settleOpenOrders();
    return checkOrders(dependencies, await Promise.all(requests.map(withOneSymbol)));
  }

  async function placeOrders(asked: readonly OrderRequest[]): Promise<Order[]> {
    const requests = await Promise.all(asked.map(withOneSymbol));
    const existing = await findSameOrders(db, requests, accountId);
    if (existing) return existing;
    await settleOpenOrders();
    return acceptOrders(dependencies, requests);
  }

  return {
    placeOrders,
    placeOrder: async (request) => (await placeOrders([request]))[0]!,
    async wasTaken(clientOrderId) {
      const order = await findOrder(db, clientOrderId);
      return order?.accountId === accountId && order.status !== 'denied';
    },
    async isWorking(clientOrderId) {
      const order = await findOrder(db, clientOrderId);
      return order?.accountId === accountId && isWorking(order.status);
    },
    async checkOrders(requests) {
      return (await previewOrders(requests)).checks;
    },
    previewOrders,
    async settle(clientOrderId) {
      await checkBook();
      return settleOrder(dependencies, clientOrderId);
    },
    async cancelOrder(clientOrderId, reason) {
      await findOwn(dependencies, clientOrderId);
      await requestCancel(db, { clientOrderId, reason });
      await checkBook();
      return settleOrder(dependencies, clientOrderId);
    },
    async replaceOrder(replacement) {
      await findOwn(dependencies, replacement.clientOrderId);
      await checkBook();
      await settleOpenOrders();
      return replaceOrder(dependencies, replacement);
    },
    async checkReplacement(replacement) {
      await findOwn(dependencies, replacement.clientOrderId);
      await settleOpenOrders();
      return checkReplacement(dependencies, replacement);
    },
    async openOrders() {
      await settleOpenOrders();
      return withBook(dependencies, async (_tx, { book, rows }) =>
        workingIn(book).map((order) => ({
          ...toOrder(rows.get(order.id)!),
          remaining: remainingOf(book, order),
        })),
      );
    },
    async proposedOrders() {
      const asked = await listAskedCalls(db, [orderTool]);
      return asked.flatMap(({ id: approvalId, tool: _tool, args, user, ...rest }) => {
        const order = args as JsonObject;
        return accountAsked(user, order) === accountId ? [{ ...rest, approvalId, order }] : [];
      });
    },
    async trades(filter) {
      await settleOpenOrders();
      const symbol = filter.symbol && (await canonicalSymbol(market, filter.symbol));
      const rows = await listTrades(db, { ...filter, ...(symbol && { symbol }), accountId });
      return rows.map(({ order, fill }) => ({ order: toOrder(order), fill: toFill(fill) }));
    },
    async portfolio() {
      await settleOpenOrders();
      return readPortfolio(dependencies);
    },
    revision: async () => `${accountId}/${(await lastEvent(db, accountId)) ?? 0}`,
    async tick() {
      if (!(await isOpened(db, accountId))) return false;
      const mismatch = await findMismatch();
      if (mismatch !== null) {
        throw new ToolError(
          `Account ${accountId} is blocked because its records do not match its events: ${mismatch}`,
          { retryable: false },
        );
      }
      let hasOrders = false;
      await doInTurn([
        async () => {
          hasOrders = await settleOpenOrders();
        },
        () => chargeIdleShorts(dependencies),
        () => enforceMargin(dependencies),
        noteEquity,
      ]);
      return hasOrders || openPositions(memory.last()).size > 0;
    },
  };
}

/** The account of a proposed order: the one in its arguments, or the user's own. */
function accountAsked(user: string, { account }: JsonObject): string {
  return typeof account === 'string' ? account.trim() : ownAccountId(user);
}

/** @throws {ToolError} permanent, if the account has no such order. */
async function findOwn(
  { db, settings: { accountId } }: ExchangeDependencies,
  clientOrderId: string,
): Promise<void> {
  const found = await findOrder(db, clientOrderId);
  if (found?.accountId === accountId) return;
  throw new ToolError(
    `Order ${clientOrderId} not found on account ${accountId}; get_pending_orders lists orders that can be cancelled or replaced`,
    { retryable: false },
  );
}
