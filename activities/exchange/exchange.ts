import type { Provenance } from '../../contracts/tools.ts';
import type { OrderStatus } from '../../db/schema/trading.ts';
import type { Bar, Timeframe } from '../market/market.ts';
import type { Decimal } from './money.ts';

export type OrderSide = 'buy' | 'sell';

/** The content of an order: two requests with the same id must agree in all of it. */
export type OrderRequest = {
  /** The same on every retry; another order never has it. */
  clientOrderId: string;
  runId: string;
  symbol: string;
  side: OrderSide;
  type: 'market';
  quantity: Decimal;
  /** The price that the order was decided at; the market must still be near it. */
  referencePrice: Decimal;
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
  /** The bar at whose open, plus or minus slippage, the order was filled. */
  bar: Bar;
  at: Date;
};

export type Order = OrderRequest & {
  status: OrderStatus;
  /** Why it was denied or canceled. */
  reason?: string;
  /** Left out where it was denied since its symbol has no bars. */
  acceptedBar?: AcceptedBar;
  acceptedAt: Date;
};

export type Settlement =
  | { status: 'filled'; order: Order; fill: Fill }
  | { status: 'pending'; order: Order; retryAfterMs: number }
  | { status: 'ended'; order: Order };

export type Portfolio = Provenance & {
  currency: string;
  cash: Decimal;
  /** The part of the cash that open orders hold. */
  reserved: Decimal;
  /** Cash and what the positions are worth now. */
  equity: Decimal;
  positions: {
    symbol: string;
    /** Negative for a short position. */
    quantity: Decimal;
    averagePrice: Decimal;
    marketPrice: Decimal;
    unrealizedPnl: Decimal;
  }[];
  openOrders: Order[];
};

/** An exchange that trades on paper: real prices, no real money. */
export interface PaperExchange {
  /**
   * Takes an order, or denies it with a reason; either is recorded. A second call with the same id and
   * content gives the first one's order.
   * @throws {ToolError} not retryable when the id was used for another order; retryable when prices
   * cannot be had (nothing is recorded then).
   */
  placeOrder(request: OrderRequest): Promise<Order>;
  /** Fills an accepted order where its bar is there; calling it again changes nothing. */
  settle(clientOrderId: string): Promise<Settlement>;
  /** The account after all fills that are due. */
  portfolio(): Promise<Portfolio>;
}
