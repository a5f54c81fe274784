import type { MarketSnapshot } from '../../market/market.ts';
import type { OrderRequest } from '../order.ts';
import type { Decimal } from '../../../base/decimal.ts';
import type { ExchangeSettings } from '../settings.ts';

/** What the gates know about an order and its account, read under the account's lock. Amounts are in USD. */
export type OrderFacts = {
  order: Pick<
    OrderRequest,
    | 'symbol'
    | 'side'
    | 'type'
    | 'quantity'
    | 'referencePrice'
    | 'limitPrice'
    | 'stopPrice'
    | 'stopLoss'
    | 'takeProfit'
    | 'trailAmount'
    | 'trailPercent'
    | 'reduceOnly'
  >;
  market: Omit<MarketSnapshot, 'price'> & { price: Decimal };
  settings: ExchangeSettings;
  killSwitch: boolean;
  /** How the account's events and records differ; null if they agree. */
  mismatch: string | null;
  /** Cash that is not reserved. */
  available: Decimal;
  equity: Decimal;
  /** Other symbols without a current price, with their last recorded price; `NaN` if there never was one. */
  unpriced: readonly { symbol: string; price: Decimal; asOf: string }[];
  /** Cash that the order would reserve. */
  reserve: Decimal;
  /**
   * Whether the order can only reduce the position: it is on the opposite side and, together with the open orders, not
   * larger than the position.
   */
  reduces: boolean;
  /** The quantity of the position that the order can close; 0 if it is on the same side. */
  closable: Decimal;
  /** Gross exposure with this order and all open orders counted as filled. */
  exposure: Decimal;
  /** The largest value of the symbol's position with this order and the open ones. */
  positionWorth: Decimal;
  /** The smallest quantity of the position with this order and the open ones; negative for a short. */
  leastQuantity: Decimal;
  /** The change in equity since the day began; negative for a loss. Null if it is unknown, or not needed. */
  dayResult: Decimal | null;
  openOrders: number;
  /** Number of orders accepted in the last minute. */
  recentOrders: number;
};

/**
 * A check of orders. Unknown numbers are `NaN`; `deny` must return a reason unless the order is known to be within the
 * limit.
 */
export type Gate = {
  name: string;
  /** Whether orders that only reduce a position skip it. */
  sparesReducing?: true;
  /** @returns the reason to deny the order; undefined or false if it passes. */
  deny(facts: OrderFacts): string | undefined | false;
};

/** What the gates know about a fill that would open or increase a position. */
export type FillFacts = Pick<
  OrderFacts,
  'settings' | 'killSwitch' | 'equity' | 'exposure' | 'positionWorth' | 'dayResult'
> & { order: Pick<OrderFacts['order'], 'symbol'> };

/** A gate that checks an order, and again each of its fills that opens or increases a position. */
export type FillGate = Omit<Gate, 'deny'> & {
  deny(facts: FillFacts): string | undefined | false;
};

/** The result of one gate: why it denies the order, or null if the order passes. */
export type GateCheck = { gate: string; denial: string | null };

/**
 * The results of all gates and the facts that they used. `facts` is undefined if the market does not have the symbol.
 */
export type OrderCheck = { checks: GateCheck[]; facts: OrderFacts | undefined };
