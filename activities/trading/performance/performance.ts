import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import type { Database } from '../../../db/open.ts';
import { accountRecords } from '../../../db/trading/account-records.ts';
import type { BorrowFeeRow } from '../../../db/trading/account-records.ts';
import type { FillRow, OrderRow } from '../../../db/trading/orders.ts';
import { paperAccountReader } from '../../../db/trading/paper-account.ts';
import { Decimal } from '../../base/decimal.ts';
import { signedQuantity } from '../exchange/positions.ts';
import { dayOf } from '../market/days.ts';
import type { Market } from '../market/market.ts';
import { drawdownEpisodes } from '../statistics/drawdown-episodes.ts';
import { mean, ratio, shown } from '../statistics/numbers.ts';
import { drawdownsOf, returnsOf } from '../statistics/returns.ts';
import { attribute, pnlOf, profitOf, profitText } from './attribution.ts';
import type { Profit } from './attribution.ts';
import { compareWith } from './benchmark.ts';
import { closedTrades } from './closed-trades.ts';
import { dailyCurve } from './daily-curve.ts';
import { conventions, enoughFrom, returnFigures } from './figures.ts';
import { matchTrades } from './match-trades.ts';
import type { AccountFill, BorrowFee } from './match-trades.ts';
import { calendarReturns } from './monthly-returns.ts';
import { readOwners } from './owners.ts';
import { readPrices } from './prices.ts';

const deepest = 5;
const zero = new Decimal(0);

type Asked = { accountId: string; benchmark?: string | undefined };

/**
 * Performance of an account since its first fill, from its fills, its ledger and market prices.
 * @throws {ToolError} retryable, if a source does not respond or a position has no price.
 */
export async function readPerformance(
  { db, market }: { db: Database; market: Market },
  { accountId, benchmark: asked }: Asked,
): Promise<PerformanceView> {
  const { sums, records, borrowFees } = await readBooked(db, accountId);
  const fills = records.map(toFill);
  if (!sums || fills.length === 0) return unused(accountId, sums);
  const ownerOf = await readOwners(db, [
    ...new Map(records.map(({ order }) => [order.clientOrderId, order])).values(),
  ]);
  const trades = matchTrades(fills, borrowFees, (one, other) => ownerOf(one) === ownerOf(other));
  const prices = await readPrices(market, fills);
  const { marks } = prices;
  const profit = profitOf(trades, marks);

  const deposited = new Decimal(sums.deposited);
  const flows = fills.reduce(
    (sum, fill) => sum.minus(signedQuantity(fill).times(fill.price)).minus(fill.fee),
    zero,
  );
  const borrowed = borrowFees.reduce((sum, { amount }) => sum.plus(amount), zero);
  // The rest of the ledger besides deposits, fills and borrow fees. It is not zero only for old accounts, whose
  // bookings were rounded.
  const rest = new Decimal(sums.cash).minus(deposited).minus(flows).plus(borrowed);
  const unattributed: Profit = {
    realized: rest,
    unrealized: zero,
    fees: zero,
    borrowFees: borrowed.minus(profit.borrowFees),
  };
  const total = { ...profit, realized: profit.realized.plus(rest), borrowFees: borrowed };
  const equity = deposited.plus(pnlOf(total));

  const points = dailyCurve(fills, { ...prices, borrowFees, cash: deposited.plus(rest) });
  const days = points.map(({ day }) => day);
  const values = [deposited, ...points.map((point) => point.equity)].map(Number);
  const [from, to] = [days[0]!, days.at(-1)!];
  const { periodsPerYear } = prices;
  const window = { from, to, periodsPerYear };
  const returns = returnsOf(values);
  const drawdowns = drawdownsOf(values);
  const gross = points.map((point) => ratio(point.gross.toNumber(), point.equity.toNumber()));
  const net = points.map((point) => ratio(point.net.toNumber(), point.equity.toNumber()));
  const symbols = tradedSymbols(fills);
  const traded = [...symbols.values()].reduce((sum, worth) => sum.plus(worth), zero);
  const index = [...symbols.keys()].find((symbol) => prices.kinds.get(symbol) === 'index');
  const wanted = asked ?? index ?? [...symbols.keys()][0]!;
  const compared = await compareWith(market, wanted, { ...window, days });
  const given = { marks, unattributed };

  return {
    account: accountId,
    currency: sums.currency,
    from,
    to,
    asOf: prices.asOf,
    returns: returns.length,
    periodsPerYear,
    ...enoughFrom(days, periodsPerYear),
    deposited: deposited.toFixed(),
    equity: equity.toFixed(),
    ...profitText(total),
    figures: {
      ...returnFigures(values, window),
      averageGross: average(gross),
      averageNet: average(net),
      traded: traded.toFixed(),
      turnover: shownOrNull(ratio(traded.div(2).toNumber(), mean(values.slice(1)))),
    },
    ...calendarReturns(deposited, points),
    drawdowns: drawdownEpisodes(values, [from, ...days], deepest).map((episode) => ({
      from: episode.peak,
      trough: episode.trough,
      recovered: episode.recovered,
      depth: shown(episode.depth),
      days: episode.bars,
    })),
    trades: closedTrades(trades),
    attribution: {
      agent: attribute(trades, ({ orderId }) => ownerOf(orderId).agent, given),
      pipeline: attribute(trades, ({ orderId }) => ownerOf(orderId).pipeline, given),
      symbol: attribute(trades, ({ symbol: name }) => ({ kind: 'symbol', name }), given),
    },
    benchmark: compared.benchmark,
    symbols: [...symbols.keys()],
    curve: points.map((point, at) => ({
      day: point.day,
      equity: point.equity.toFixed(),
      cash: point.cash.toFixed(),
      return: shownOrNull(returns[at] ?? null),
      drawdown: shownOrNull(drawdowns[at + 1] ?? null),
      gross: shownOrNull(gross[at] ?? null),
      net: shownOrNull(net[at] ?? null),
      benchmark: compared.returns[at] ?? null,
    })),
    conventions,
    notices: prices.notices,
  };
}

/** Reads ledger sums, fills and borrow fees at one consistent moment. */
function readBooked(db: Database, accountId: string) {
  return db.transaction(
    async (tx) => ({
      sums: await paperAccountReader(tx, accountId).sums(),
      records: await Array.fromAsync(accountRecords(tx, accountId).fills()),
      borrowFees: await Array.fromAsync(accountRecords(tx, accountId).borrowFees(), toBorrowFee),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function toFill({ order, fill }: { order: OrderRow; fill: FillRow }): AccountFill {
  const { time } = fill.bar as { time?: string };
  return {
    orderId: order.clientOrderId,
    parentId: order.parentId,
    symbol: order.symbol,
    side: order.side,
    quantity: new Decimal(fill.quantity),
    price: new Decimal(fill.price),
    fee: new Decimal(fill.fee),
    day: dayOf(time ?? fill.at.toISOString()),
  };
}

const toBorrowFee = ({ event: { symbol, day, amount } }: BorrowFeeRow): BorrowFee => ({
  symbol,
  day,
  amount: new Decimal(amount),
});

/** Traded value by symbol, largest first. */
function tradedSymbols(fills: readonly AccountFill[]): Map<string, Decimal> {
  const worths = new Map<string, Decimal>();
  for (const { symbol, quantity, price } of fills) {
    worths.set(symbol, quantity.times(price).plus(worths.get(symbol) ?? 0));
  }
  return new Map([...worths].toSorted(([, one], [, other]) => other.cmp(one)));
}

const shownOrNull = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : shown(value);

const average = (values: readonly (number | null)[]) =>
  shownOrNull(mean(values.filter((value) => value !== null)));

/** The performance of an account without trades. */
function unused(
  accountId: string,
  sums: { currency: string; deposited: string } | undefined,
): PerformanceView {
  const deposited = sums?.deposited ?? '0';
  const none = { realized: '0', unrealized: '0', fees: '0', borrowFees: '0', pnl: '0' };
  return {
    account: accountId,
    currency: sums?.currency ?? 'USD',
    from: null,
    to: null,
    asOf: null,
    returns: 0,
    periodsPerYear: 252,
    ratiosFrom: null,
    annualFrom: null,
    deposited,
    equity: deposited,
    ...none,
    figures: {
      totalReturn: null,
      annualReturn: null,
      volatility: null,
      sharpe: null,
      sortino: null,
      maxDrawdown: null,
      averageGross: null,
      averageNet: null,
      traded: '0',
      turnover: null,
    },
    months: [],
    years: [],
    drawdowns: [],
    trades: closedTrades([]),
    attribution: { agent: [], pipeline: [], symbol: [] },
    benchmark: null,
    symbols: [],
    curve: [],
    conventions,
    notices: [],
  };
}
