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

/** The content of an order: two requests with the same id must agree in all of it. */
export type OrderRequest = {
  /** The same on every retry; another order never has it. */
  clientOrderId: string;
  runId: string;
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: Decimal;
  /** The price that the order was decided at; the market must still be near it. */
  referencePrice: Decimal;
  /** The worst price of `limit` and `stop_limit`. */
  limitPrice?: Decimal | undefined;
  /** The price from which on `stop` and `stop_limit` work. */
  stopPrice?: Decimal | undefined;
  /** @default 'gtc' */
  timeInForce?: TimeInForce | undefined;
  /** Where each fill is closed at a loss, and at a gain, whichever is reached first. */
  stopLoss?: Decimal | undefined;
  takeProfit?: Decimal | undefined;
  /**
   * How far the stop price of a `trailing_stop` follows the market, in money or in percent of the price that it begins at;
   * of another order, how far the stop of each fill does.
   */
  trailAmount?: Decimal | undefined;
  trailPercent?: Decimal | undefined;
  /** What names the orders that take its place, and it theirs. */
  group?: string | undefined;
  /** Whether it may only close: it fills no more than is held, and is denied where that is nothing. */
  reduceOnly?: boolean | undefined;
};

/** The newest bar that was known when an order was taken, and where it came from. */
export type AcceptedBar = Bar &
  Provenance & {
    timeframe: Timeframe;
    /** The order fills on a bar that opens at or after this time. */
    fillsFrom: string;
  };

export type Fill = Provenance & {
  price: Decimal;
  quantity: Decimal;
  fee: Decimal;
  liquidity: Liquidity;
  /** The bar at whose prices the order was filled. */
  bar: Bar;
  at: Date;
};

export type Order = OrderRequest & {
  timeInForce: TimeInForce;
  leg: OrderLeg;
  /** The entry that a stop or a target protects. */
  parentId?: string;
  status: OrderStatus;
  filledQuantity: Decimal;
  /** Whether its stop price was reached. */
  triggered: boolean;
  /** Whether it may only make a position smaller. */
  reduceOnly: boolean;
  /** Why it was denied or ended. */
  reason?: string;
  /** Left out where it was denied since its symbol has no bars. */
  acceptedBar?: AcceptedBar;
  /** Null of one that was denied. */
  acceptedAt: Date | null;
};
