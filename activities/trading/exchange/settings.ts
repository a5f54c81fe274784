import type { GateChanges, Gates } from '../../../contracts/trading/gates.ts';
import { paperAccountId } from '../../../contracts/trading/orders.ts';
import type { ExchangeEnvironment } from './env.ts';
import { defaultMatchingTerms } from './matching/matching.ts';
import type { MatchingTerms } from './matching/matching.ts';
import { Decimal } from '../../base/decimal.ts';

/** Settings of the paper exchange. Amounts are in `currency`. */
export type ExchangeSettings = MatchingTerms & {
  accountId: string;
  currency: string;
  /** Cash of a new account. */
  deposit: Decimal;
  allowShort: boolean;
  /** Maximum value of one order; here and below, null for no limit. */
  orderLimit: Decimal | null;
  /** Maximum value of one position, as a fraction of the equity. */
  positionShare: number | null;
  /** Maximum value of all positions, as a multiple of the equity. */
  grossExposure: number;
  /** Daily loss limit. Once it is reached, orders can only reduce positions. */
  dailyLoss: Decimal | null;
  /** Time zone in which the day begins at midnight, as an IANA name. */
  timeZone: string;
  /** Maximum number of open orders. */
  openOrders: number | null;
  ordersPerMinute: number | null;
  /**
   * Maximum distance, in percent, of the market from an order's reference price, and of a limit price on the wrong side
   * of the market.
   */
  collarPercent: number | null;
  /** How much worse than expected an opening order can fill, in percent; null for no limit. */
  fillCollarPercent: number | null;
  /** Whether the stop or the target closes a position if one bar reaches both after its open. */
  sameBarExit: 'stop' | 'target';
  /**
   * Maintenance margin rate: the required equity as a fraction of the value of shorts, and of longs while cash is
   * negative.
   */
  maintenanceMargin: number;
  /** Yearly borrow fee of shorts, in percent of their value. */
  borrowFeePercent: number;
  /** Symbols that can be traded; null for all. */
  symbols: string[] | null;
  instruments: Gates['instruments'];
  /** Maximum age of a price on which an order is decided, in milliseconds. */
  staleAfterMs: number;
};

/** The settings of the paper exchange from the environment, with defaults for the rest. */
export function exchangeSettings(environment: ExchangeEnvironment): ExchangeSettings {
  return {
    ...defaultMatchingTerms,
    accountId: paperAccountId,
    currency: 'USD',
    deposit: new Decimal(environment.BATON_PAPER_CASH),
    allowShort: environment.BATON_PAPER_ALLOW_SHORT,
    orderLimit: new Decimal(environment.BATON_PAPER_ORDER_LIMIT),
    positionShare: 1,
    grossExposure: 1,
    dailyLoss: null,
    timeZone: 'America/New_York',
    openOrders: 50,
    ordersPerMinute: 60,
    collarPercent: 5,
    fillCollarPercent: null,
    sameBarExit: 'stop',
    maintenanceMargin: 0.3,
    // A usual rate for shares that are easy to borrow.
    borrowFeePercent: 0.25,
    symbols: null,
    instruments: {},
    staleAfterMs: 10 * 60_000,
  };
}

/** The settings that can be changed while Baton runs, in the form of the API. */
export function gatesOf(settings: ExchangeSettings): Gates {
  const { orderLimit, dailyLoss, collarPercent, ...rest } = settings;
  const {
    accountId: _id,
    currency: _currency,
    deposit: _deposit,
    staleAfterMs: _ms,
    ...same
  } = rest;
  return {
    ...same,
    orderNotional: orderLimit?.toNumber() ?? null,
    dailyLoss: dailyLoss?.toNumber() ?? null,
    priceCollarPercent: collarPercent,
  };
}

const amountOf = (amount: number | null) => (amount === null ? null : new Decimal(amount));

/** The settings with changes applied. */
export function changedSettings(
  settings: ExchangeSettings,
  changes: GateChanges,
): ExchangeSettings {
  const { orderNotional, dailyLoss, priceCollarPercent, ...same } = changes;
  return {
    ...settings,
    ...same,
    ...(orderNotional !== undefined && { orderLimit: amountOf(orderNotional) }),
    ...(dailyLoss !== undefined && { dailyLoss: amountOf(dailyLoss) }),
    ...(priceCollarPercent !== undefined && { collarPercent: priceCollarPercent }),
  };
}
