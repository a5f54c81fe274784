import { reservedIn, workingIn } from './book/book.ts';
import type { Portfolio } from './exchange.ts';
import { readGateUse } from './gate-use.ts';
import { Decimal } from '../../base/decimal.ts';
import { equityOf, quotedOf, symbolsOf } from './order-facts.ts';
import { withBook } from './paper-account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { toOrder } from './records.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/**
 * The account as it is on record, at the prices of now.
 * @throws {ToolError} retryable, when the market gives no price of what is held or ordered.
 */
export async function readPortfolio(dependencies: AccountDependencies): Promise<Portfolio> {
  const { market, settings } = dependencies;
  const { book, rows, standing } = await withBook(dependencies, async (_tx, loaded) => loaded);
  const quotes = await Promise.all([...symbolsOf(book)].map((symbol) => market.quote(symbol)));
  const quoted = quotedOf(quotes);
  const prices = new Map([...quoted].map(([symbol, { price }]) => [symbol, price]));
  for (const [symbol, price] of prices) {
    if (!price.isNaN()) continue;
    throw new ToolError(`The market gives no price of ${symbol}. Try again`, { retryable: true });
  }
  const gateUse = await readGateUse(dependencies, { book, standing, quoted });
  const newest = quotes.toSorted((a, b) => a.asOf.localeCompare(b.asOf)).at(-1);
  const notices = new Set(quotes.flatMap(({ notice }) => notice ?? []));
  const positions = [...book.positions].map(([symbol, { quantity, averagePrice }]) => {
    const marketPrice = prices.get(symbol)!;
    return {
      symbol,
      quantity,
      averagePrice,
      marketPrice,
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
    source: 'paper account of Baton',
    asOf: newest?.asOf ?? new Date().toISOString(),
    notice: ['paper money, no real orders', ...notices].join('; '),
  };
}
