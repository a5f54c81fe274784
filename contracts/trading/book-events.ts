import type { Liquidity, OrderLeg, OrderSide, OrderType, TimeInForce } from './orders.ts';

/** What was ordered; prices and quantities as decimal text, as in all events. */
export type OrderContent = {
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: string;
  limitPrice?: string | undefined;
  stopPrice?: string | undefined;
  timeInForce: TimeInForce;
  leg: OrderLeg;
  /** Orders with the same group take the place of each other. */
  group?: string | undefined;
  /** The entry that a stop or a target protects. */
  parentId?: string | undefined;
  /** Where each fill of the order is closed at a loss, and at a gain. */
  stopLoss?: string | undefined;
  takeProfit?: string | undefined;
  /**
   * How far the stop price of a trailing stop follows the market, in money; of another order, how far that of its stop
   * loss does, where that is not told in percent of its fill's price.
   */
  trailAmount?: string | undefined;
  trailPercent?: string | undefined;
};

/** What a working order can be given in place of its own. */
export type OrderChange = Partial<Pick<OrderContent, 'quantity' | 'limitPrice' | 'stopPrice'>>;

/** A part of a reserve that is free again. It may be held by another order of the group. */
export type Release = { orderId: string; amount: string };

export type FillContent = {
  id: string;
  quantity: string;
  price: string;
  notional: string;
  fee: string;
  liquidity: Liquidity;
};

/**
 * Everything that changes an account, in the order in which it happened. The account is what they add up to: they are
 * plain JSON, are never changed, and rebuild the same book whenever they are read again.
 */
export type BookEvent =
  | { kind: 'opened'; currency: string; deposit: string }
  /** An account that is older than its events: what its records held when they began. */
  | {
      kind: 'adopted';
      cash: string;
      positions: { symbol: string; quantity: string; averagePrice: string }[];
      orders: { orderId: string; order: OrderContent; reserve: string }[];
    }
  /** The account was worth less than its maintenance margin; an order that closes what is too much of the symbol follows. */
  | { kind: 'margin_call'; equity: string; required: string; symbol: string; at: string }
  /** What a short pays for a day, `YYYY-MM-DD` in UTC, at the last price before it ended. */
  | {
      kind: 'borrow_fee';
      symbol: string;
      day: string;
      quantity: string;
      price: string;
      amount: string;
    }
  | { kind: 'submitted'; orderId: string; order: OrderContent }
  /** With `reduceOnly` it was accepted only since it reduces a position, and never does anything else. */
  | { kind: 'accepted'; orderId: string; reserve: string; reduceOnly?: true | undefined }
  /** From here on it can only reduce a position. */
  | { kind: 'restricted'; orderId: string }
  /** It has these in place of its own; what was filled stays so. Its reserve is another, of the order alone. */
  | {
      kind: 'replaced';
      orderId: string;
      /** The same on every retry of one replacement. */
      replacementId: string;
      change: OrderChange;
      referencePrice: string;
      /** Where it has lost its place: bars that open then or later fill it, and it comes after all other orders. */
      fillsFrom?: string | undefined;
      /** Of a stop that protects, which bars that opened before fill too: the prices that count there. */
      earlier?: Pick<OrderChange, 'limitPrice' | 'stopPrice'> | undefined;
      release: Release;
      reserve: string;
      reduceOnly?: true | undefined;
    }
  | { kind: 'denied'; orderId: string; reason: string }
  | { kind: 'triggered'; orderId: string; barTime: string }
  /** The stop price of a trailing stop has followed the close of a bar. */
  | { kind: 'trailed'; orderId: string; stopPrice: string; barTime: string }
  | { kind: 'filled'; orderId: string; fill: FillContent; release: Release; barTime: string }
  | { kind: 'cancel_requested'; orderId: string; reason: string; at: string }
  | {
      kind: 'canceled' | 'expired';
      orderId: string;
      reason: string;
      release: Release;
      /** What another order of its group, which works on, holds of it from here on. */
      passed?: Release | undefined;
    };
export type BookEventKind = BookEvent['kind'];
