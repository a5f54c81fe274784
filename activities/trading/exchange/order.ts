import type {
  Liquidity,
  OrderLeg,
  OrderStatus,
  OrderType,
  OrderSide,
  TimeInForce,
} from '../../../contracts/trading/orders.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Bar, Timeframe } from '../market/market.ts';
import type { Decimal } from '../../base/decimal.ts';

/** An order as it is placed. Two requests with the same id must have the same content. */
export type OrderRequest = {
  /** Unique id of the order, the same on every retry. */
  clientOrderId: string;
  runId: string;
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: Decimal;
  /** The price that the decision is based on. The market must still be near it. */
  referencePrice: Decimal;
  /** The worst price of `limit` and `stop_limit`. */
  limitPrice?: Decimal | undefined;
  /** The price that triggers `stop` and `stop_limit`. */
  stopPrice?: Decimal | undefined;
  /** @default 'gtc' */
  timeInForce?: TimeInForce | undefined;
  /** Prices at which each fill is closed at a loss or at a gain, whichever is reached first. */
  stopLoss?: Decimal | undefined;
  takeProfit?: Decimal | undefined;
  /**
   * Trailing distance of a `trailing_stop`, in price units or in percent of the starting price. For other types, the
   * trailing distance of each fill's stop.
   */
  trailAmount?: Decimal | undefined;
  trailPercent?: Decimal | undefined;
  /** Id of its OCO group. */
  group?: string | undefined;
  /** Whether it can only close: it fills at most the position, and is denied without one. */
  reduceOnly?: boolean | undefined;
};

/** The newest bar when an order was accepted, with its source. */
export type AcceptedBar = Bar &
  Provenance & {
    timeframe: Timeframe;
    /** The order fills on bars that open at or after this time, in ISO 8601. */
    fillsFrom: string;
  };

/** A fill, with the source of its price. */
export type Fill = Provenance & {
  price: Decimal;
  quantity: Decimal;
  fee: Decimal;
  liquidity: Liquidity;
  /** The bar that filled the order. */
  bar: Bar;
  at: Date;
};

/** An order as the exchange has it. */
export type Order = OrderRequest & {
  timeInForce: TimeInForce;
  leg: OrderLeg;
  /** Id of the entry that a stop or target protects. */
  parentId?: string;
  status: OrderStatus;
  filledQuantity: Decimal;
  /** Whether its stop price was reached. */
  triggered: boolean;
  /** Whether it can only reduce a position. */
  reduceOnly: boolean;
  /** Why it was denied or ended. */
  reason?: string;
  /** Undefined if it was denied because its symbol has no bars. */
  acceptedBar?: AcceptedBar;
  /** Null if it was denied. */
  acceptedAt: Date | null;
};
