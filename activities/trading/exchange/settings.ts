import type { GateChanges, Gates } from '../../../contracts/trading/gates.ts';
import { paperAccountId } from '../../../contracts/trading/orders.ts';
import type { ExchangeEnvironment } from './env.ts';
import { defaultMatchingTerms } from './matching/matching.ts';
import type { MatchingTerms } from './matching/matching.ts';
import { Decimal } from '../../base/decimal.ts';

/** How the paper exchange trades, and what it allows. */
export type ExchangeSettings = MatchingTerms & {
  accountId: string;
  currency: string;
  /** Cash of a new account. */
  deposit: Decimal;
  allowShort: boolean;
  /** The largest notional of one order; here and below null is no limit. */
  orderLimit: Decimal | null;
  /** The largest worth of a position, as a part of the equity. */
  positionShare: number | null;
  /** The largest worth of all positions, as a multiple of the equity. */
  grossExposure: number;
  /** The loss of a day after which positions may only become smaller. */
  dailyLoss: Decimal | null;
  /** Where that day begins at midnight, by the IANA's name. */
  timeZone: string;
  /** The most orders that may work at a time. */
  openOrders: number | null;
  ordersPerMinute: number | null;
  /** How far the market may be from an order's reference price, and its own prices from the market. */
  collarPercent: number | null;
  /** How much worse than expected an order that opens may fill, in percent; null: at any price. */
  fillCollarPercent: number | null;
  /** Which of a stop and a target closes a position where one bar reaches both after its open. */
  sameBarExit: 'stop' | 'target';
  /** The share of what is sold short, and bought with cash that is owed, that the equity has to cover. */
  maintenanceMargin: number;
  /** What a short pays to borrow what it sold, in percent of its worth a year. */
  borrowFeePercent: number;
  /** What may be traded; null: everything. */
  symbols: string[] | null;
  instruments: Gates['instruments'];
  /** An order is not decided on a price that is older than this. */
  staleAfterMs: number;
};

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
    // What brokers ask for shares that are easy to borrow.
    borrowFeePercent: 0.25,
    symbols: null,
    instruments: {},
    staleAfterMs: 10 * 60_000,
  };
}

/** The part of the settings that can be changed while Baton runs, as the API shows it. */
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

/** The settings with what was changed since. */
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
