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
  /** Orders of the same group are linked (OCO): a fill of one reduces the others. */
  group?: string | undefined;
  /** The entry that a stop or a target protects. */
  parentId?: string | undefined;
  /** The prices at which each fill of the order is closed at a loss and at a gain. */
  stopLoss?: string | undefined;
  takeProfit?: string | undefined;
  /**
   * The trailing distance in money: of the stop price of a trailing stop, or of the stop loss of another order
   * (unless that distance is in percent of the fill price).
   */
  trailAmount?: string | undefined;
  trailPercent?: string | undefined;
};

/** The values of a working order that can be replaced. */
export type OrderChange = Partial<Pick<OrderContent, 'quantity' | 'limitPrice' | 'stopPrice'>>;

/** The part of the reserve that is released. Another order of the group may hold it instead. */
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
 * Everything that changes an account, in the order in which it happened. The events are plain JSON and never change;
 * replaying them always rebuilds the same book.
 */
export type BookEvent =
  | { kind: 'opened'; currency: string; deposit: string }
  /**
   * The opening balance of an account that existed before events were recorded: the content of its records at that
   * time.
   */
  | {
      kind: 'adopted';
      cash: string;
      positions: { symbol: string; quantity: string; averagePrice: string }[];
      orders: { orderId: string; order: OrderContent; reserve: string }[];
    }
  /** The equity was below the maintenance margin; an order that closes the excess position in the symbol follows. */
  | { kind: 'margin_call'; equity: string; required: string; symbol: string; at: string }
  /** The borrow fee of a short for a day (`YYYY-MM-DD` in UTC), at the last price of that day. */
  | {
      kind: 'borrow_fee';
      symbol: string;
      day: string;
      quantity: string;
      price: string;
      amount: string;
    }
  | { kind: 'submitted'; orderId: string; order: OrderContent }
  /** With `reduceOnly`, the order was accepted only because it reduces a position, and can do nothing else. */
  | { kind: 'accepted'; orderId: string; reserve: string; reduceOnly?: true | undefined }
  /** From now on, the order can only reduce a position. */
  | { kind: 'restricted'; orderId: string }
  /**
   * The order has these values in place of its earlier ones; fills so far stay. Its reserve is recalculated for this
   * order alone.
   */
  | {
      kind: 'replaced';
      orderId: string;
      /** The same on every retry of one replacement. */
      replacementId: string;
      change: OrderChange;
      referencePrice: string;
      /**
       * Given if the order lost its place in the queue: only bars that open at this time or later fill it, after all
       * other orders.
       */
      fillsFrom?: string | undefined;
      /** For a protective stop, which earlier bars can still fill: the prices that apply to those bars. */
      earlier?: Pick<OrderChange, 'limitPrice' | 'stopPrice'> | undefined;
      release: Release;
      reserve: string;
      reduceOnly?: true | undefined;
    }
  | { kind: 'denied'; orderId: string; reason: string }
  | { kind: 'triggered'; orderId: string; barTime: string }
  /** The stop price of a trailing stop was moved after the close of a bar. */
  | { kind: 'trailed'; orderId: string; stopPrice: string; barTime: string }
  | { kind: 'filled'; orderId: string; fill: FillContent; release: Release; barTime: string }
  | { kind: 'cancel_requested'; orderId: string; reason: string; at: string }
  | {
      kind: 'canceled' | 'expired';
      orderId: string;
      reason: string;
      release: Release;
      /** The part of the reserve that another working order of the group holds from now on. */
      passed?: Release | undefined;
    };
export type BookEventKind = BookEvent['kind'];
