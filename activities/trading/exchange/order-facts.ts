import { pricesOf, quotedPrice } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import type { TradingTerms } from '../../../db/trading/terms.ts';
import type { MarketSnapshot } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { availableIn, workingIn } from './book/book.ts';
import type { Book } from './book/book.ts';
import { reserveFor } from './book/reserve.ts';
import { dayResult } from './day/day-result.ts';
import type { Openings } from './day/openings.ts';
import type { OrderRequest } from './order.ts';
import {
  grossExposure,
  largestWorth,
  onlyReduces,
  openingOrders,
  possibleQuantities,
} from './exposure.ts';
import type { OrderFacts } from './gates/gate.ts';
import { Decimal } from '../../base/decimal.ts';
import { changedSettings } from './settings.ts';
import type { ExchangeSettings } from './settings.ts';
import type { Standing } from './standing/standing.ts';

/** The symbols in which an account has positions or open orders. */
export function symbolsOf(book: Book): Set<string> {
  return new Set([
    ...book.positions.keys(),
    ...workingIn(book).map(({ content }) => content.symbol),
  ]);
}

/**
 * Equity: cash plus the value of all positions; `NaN` if a price is unknown.
 * @throws {ToolError} retryable, if prices lack a symbol of the account, since it was ordered after they were read.
 */
export function equityOf(book: Book, prices: ReadonlyMap<string, Decimal>): Decimal {
  for (const symbol of symbolsOf(book)) {
    if (prices.has(symbol)) continue;
    throw new ToolError(`The account received an order in ${symbol} in the meantime. Try again`, {
      retryable: true,
    });
  }
  return [...book.positions].reduce(
    (sum, [symbol, { quantity }]) => sum.plus(quantity.times(prices.get(symbol)!)),
    book.cash,
  );
}

/** The account and market data for the decision on an order. */
export type Known = {
  book: Book;
  standing: Standing;
  quoted: ReadonlyMap<string, Quoted>;
  /** The start of the day; null if there was no daily loss limit when prices were read. */
  openings: Openings | null;
  snapshot: MarketSnapshot;
  settings: ExchangeSettings;
  terms: TradingTerms;
  recentOrders: number;
  /** Whether the order can only close, whatever its quantity. Default: its `reduceOnly`. */
  onlyCloses?: boolean;
  /** Number of orders of its OCO group that are checked before it. */
  ahead?: number;
};

function dayResultOf({ standing, openings }: Known, prices: ReadonlyMap<string, Decimal>): Decimal {
  if (openings) return dayResult(standing, openings, prices);
  throw new ToolError('The gate dailyLoss was set in the meantime. Try again', { retryable: true });
}

/**
 * Collects the facts for the gates.
 * @throws {ToolError} retryable, if the account or its gates changed after prices were read.
 */
export function collectFacts(request: OrderRequest, known: Known): OrderFacts {
  const { book, snapshot, terms, ahead = 0 } = known;
  const { onlyCloses = request.reduceOnly ?? false } = known;
  const settings = changedSettings(known.settings, terms.changes);
  const price = quotedPrice(snapshot.price);
  const { now, asOf } = snapshot;
  const quoted = new Map(known.quoted).set(request.symbol, { price, now, asOf });
  const prices = pricesOf(quoted);
  const equity = equityOf(book, prices);
  const held = book.positions.get(request.symbol)?.quantity ?? new Decimal(0);
  const open = openingOrders(book);
  const reduces = onlyCloses || onlyReduces(request, held, open);
  const ordered = {
    side: request.side,
    type: request.type,
    quantity: request.quantity.toFixed(),
    limitPrice: request.limitPrice?.toFixed(),
    stopPrice: request.stopPrice?.toFixed(),
  };
  const all = onlyCloses ? open : [...open, request];
  const available = availableIn(book);
  const free = request.side === 'sell' || reduces ? available : undefined;
  return {
    order: request,
    market: { ...snapshot, price },
    settings,
    killSwitch: terms.killSwitch,
    mismatch: terms.mismatch,
    available,
    equity,
    unpriced: [...quoted].flatMap(([symbol, { unpriced, ...last }]) =>
      unpriced === undefined ? [] : [{ symbol, price: last.price, asOf: last.asOf }],
    ),
    reserve: reserveFor(ordered, price, settings, free),
    reduces,
    closable: Decimal.max(0, request.side === 'sell' ? held : held.negated()),
    exposure: grossExposure(book.positions, all, prices),
    positionWorth: largestWorth(request.symbol, held, all, price),
    leastQuantity: possibleQuantities(request.symbol, held, all).least,
    dayResult: settings.dailyLoss === null ? null : dayResultOf(known, prices),
    openOrders: workingIn(book).length + ahead,
    recentOrders: known.recentOrders + ahead,
  };
}
