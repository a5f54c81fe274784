import { listOpenOrders } from '../../db/repositories/orders.ts';
import { ToolError } from '../tools/tool.ts';
import { acceptOrder } from './accept-order.ts';
import { equityOf, readAccountState, symbolsOf } from './account-state.ts';
import type { PaperExchange, Portfolio } from './exchange.ts';
import { Decimal } from './money.ts';
import { lockPaperAccount } from './paper-account.ts';
import type { ExchangeDependencies } from './paper-account.ts';
import { toOrder } from './records.ts';
import { findSameOrder } from './same-order.ts';
import { settleOrder } from './settle-order.ts';

/** An exchange over a database and a market, with one account in US dollars. */
export function createPaperExchange(dependencies: ExchangeDependencies): PaperExchange {
  const { db, market, settings } = dependencies;

  /** An order whose market does not answer stays open; it is asked for again next time. */
  async function settleOpenOrders(): Promise<void> {
    for (const { clientOrderId } of await listOpenOrders(db, settings.accountId)) {
      try {
        await settleOrder(dependencies, clientOrderId);
      } catch (error) {
        if (!(error instanceof ToolError && error.retryable)) throw error;
      }
    }
  }

  async function readPortfolio(): Promise<Portfolio> {
    const state = await db.transaction(async (tx) => {
      await lockPaperAccount(tx, settings);
      return readAccountState(tx, settings.accountId);
    });
    const quotes = await Promise.all([...symbolsOf(state)].map((symbol) => market.quote(symbol)));
    const prices = new Map(quotes.map((quote) => [quote.symbol, new Decimal(quote.price)]));
    const newest = quotes.toSorted((a, b) => a.asOf.localeCompare(b.asOf)).at(-1);
    const notices = new Set(quotes.flatMap(({ notice }) => notice ?? []));
    return {
      currency: settings.currency,
      cash: state.cash,
      reserved: state.reserved,
      equity: equityOf(state, prices),
      positions: [...state.positions].map(([symbol, { quantity, averagePrice }]) => {
        const marketPrice = prices.get(symbol)!;
        const unrealizedPnl = marketPrice.minus(averagePrice).times(quantity);
        return { symbol, quantity, averagePrice, marketPrice, unrealizedPnl };
      }),
      openOrders: state.openOrders.map(toOrder),
      source: 'paper account of Baton',
      asOf: newest?.asOf ?? new Date().toISOString(),
      notice: ['paper money, no real orders', ...notices].join('; '),
    };
  }

  return {
    async placeOrder(request) {
      const existing = await findSameOrder(db, request);
      if (existing) return existing;
      await settleOpenOrders();
      return acceptOrder(dependencies, request);
    },
    settle: (clientOrderId) => settleOrder(dependencies, clientOrderId),
    async portfolio() {
      await settleOpenOrders();
      return readPortfolio();
    },
  };
}
