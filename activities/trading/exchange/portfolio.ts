import { reservedIn, workingIn } from './book/book.ts';
import type { Portfolio } from './exchange.ts';
import { readGateUse } from './gate-use.ts';
import { Decimal } from '../../base/decimal.ts';
import { equityOf, symbolsOf } from './order-facts.ts';
import { withBook } from './paper-account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { pricesOf, readPrices } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import { toOrder } from './records.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/**
 * Reads the account at current prices. A symbol without a market price counts at its last recorded price, and `notice`
 * says so.
 * @throws {ToolError} retryable, if the market does not respond, or a position or order never had a price.
 */
export async function readPortfolio(dependencies: AccountDependencies): Promise<Portfolio> {
  const { settings } = dependencies;
  const { book, rows, standing } = await withBook(dependencies, async (_tx, loaded) => loaded);
  const quoted = await readPrices(dependencies, symbolsOf(book));
  const prices = pricesOf(quoted);
  for (const [symbol, price] of prices) {
    if (!price.isNaN()) continue;
    throw new ToolError(`There is no market price of ${symbol}. Try again`, { retryable: true });
  }
  const gateUse = await readGateUse(dependencies, { book, standing, quoted });
  const newest = [...quoted.values()].toSorted((a, b) => a.asOf.localeCompare(b.asOf)).at(-1);
  const notices = new Set([...quoted].flatMap(([symbol, quote]) => noticeOf(symbol, quote)));
  const positions = [...book.positions].map(([symbol, { quantity, averagePrice }]) => {
    const marketPrice = prices.get(symbol)!;
    return {
      symbol,
      quantity,
      averagePrice,
      marketPrice,
      priceAsOf: quoted.get(symbol)!.asOf,
      marketValue: marketPrice.times(quantity),
      unrealizedPnl: marketPrice.minus(averagePrice).times(quantity),
      realizedPnl: standing.symbols.get(symbol)!.realized,
    };
  });
  return {
    accountId: settings.accountId,
    currency: settings.currency,
    deposited: book.deposited,
    cash: book.cash,
    reserved: reservedIn(book),
    equity: equityOf(book, prices),
    realizedPnl: book.realized,
    unrealizedPnl: positions.reduce(
      (sum, { unrealizedPnl }) => sum.plus(unrealizedPnl),
      new Decimal(0),
    ),
    fees: book.fees,
    borrowFees: book.borrowFees,
    gateUse,
    positions,
    openOrders: workingIn(book).map(({ id }) => toOrder(rows.get(id)!)),
    source: 'Baton paper account',
    asOf: newest?.asOf ?? new Date().toISOString(),
    notice: ['paper money, no real orders', ...notices].join('; '),
  };
}

function noticeOf(symbol: string, { price, asOf, notice, unpriced }: Quoted): string[] {
  if (unpriced === undefined) return notice === undefined ? [] : [notice];
  return [`${symbol} is valued at its last known price, ${price} of ${asOf}: ${unpriced}`];
}
