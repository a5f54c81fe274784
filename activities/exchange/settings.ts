import type { ExchangeEnvironment } from './env.ts';
import { Decimal } from './money.ts';

/** How the paper exchange trades, and what it allows. */
export type ExchangeSettings = {
  accountId: string;
  currency: string;
  /** Cash of a new account. */
  deposit: Decimal;
  allowShort: boolean;
  /** The largest notional of one order. */
  orderLimit: Decimal;
  /** What a market order loses against the bar's open, in basis points. */
  slippageBasisPoints: number;
  takerFeeBasisPoints: number;
  /** How far the market may be from an order's reference price. */
  collarPercent: number;
  /** An order is not decided on a price that is older than this. */
  staleAfterMs: number;
};

export function exchangeSettings(environment: ExchangeEnvironment): ExchangeSettings {
  return {
    accountId: 'paper',
    currency: 'USD',
    deposit: new Decimal(environment.BATON_PAPER_CASH),
    allowShort: environment.BATON_PAPER_ALLOW_SHORT,
    orderLimit: new Decimal(environment.BATON_PAPER_ORDER_LIMIT),
    slippageBasisPoints: 2,
    takerFeeBasisPoints: 10,
    collarPercent: 5,
    staleAfterMs: 10 * 60_000,
  };
}
