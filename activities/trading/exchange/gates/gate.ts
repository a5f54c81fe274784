import type { MarketSnapshot } from '../../market/market.ts';
import type { OrderRequest } from '../order.ts';
import type { Decimal } from '../../../base/decimal.ts';
import type { ExchangeSettings } from '../settings.ts';

/** Everything that decides whether an order may be taken, read under the account's lock. */
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
  /** How the account's events and records differ; null where they agree. */
  mismatch: string | null;
  /** Cash that no open order holds. */
  available: Decimal;
  equity: Decimal;
  /** What counts with the last price on record, since the market gives none; `NaN` where it never did. */
  unpriced: readonly { symbol: string; price: Decimal; asOf: string }[];
  /** What the order would hold in reserve. */
  reserve: Decimal;
  /**
   * Whether the order can only make the symbol's position smaller, also together with the open ones: it is on the other
   * side, and all of them come to no more than what is held.
   */
  reduces: boolean;
  /** How much of the position the order can close: what is held, where the order is on the other side of it. */
  closable: Decimal;
  /** Gross exposure with the order, open orders counted as filled. */
  exposure: Decimal;
  /** Worth of the symbol's position with the order and the open ones. */
  positionWorth: Decimal;
  /** The lowest quantity that the position can come to with the order and the open ones. */
  leastQuantity: Decimal;
  /** What the equity has changed by since the day began: negative for a loss. Null where it is not known, or not asked for. */
  dayResult: Decimal | null;
  /** Orders that work. */
  openOrders: number;
  /** Orders that were taken in the last minute. */
  recentOrders: number;
};

/** A number that is not known is `NaN`: `deny` gives a reason unless it is known that the order is within its limit. */
export type Gate = {
  name: string;
  /** Whether orders pass it that only reduce a position. */
  sparesReducing?: true;
  deny(facts: OrderFacts): string | undefined | false;
};

/** What decides whether a fill may open a position or add to one. */
export type FillFacts = Pick<
  OrderFacts,
  'settings' | 'killSwitch' | 'equity' | 'exposure' | 'positionWorth' | 'dayResult'
> & { order: Pick<OrderFacts['order'], 'symbol'> };

/** A gate that is asked about an order, and again about each of its fills that opens a position or adds to one. */
export type FillGate = Omit<Gate, 'deny'> & {
  deny(facts: FillFacts): string | undefined | false;
};

/** What a gate says: why it denies an order, or null where it lets it pass. */
export type GateCheck = { gate: string; denial: string | null };

/** What all gates say to an order, and what they saw; without `facts` where the market does not know its symbol. */
export type OrderCheck = { checks: GateCheck[]; facts: OrderFacts | undefined };
