import type { OrderRequest, Fill, Order } from './order.ts';
import type { GateUse } from './gate-use.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Replacement } from './order-change.ts';
import type { ReplacementCheck } from './replace-order.ts';
import type { GateCheck, OrderCheck } from './gates/gate.ts';
import type { Decimal } from '../../base/decimal.ts';

/** The state of an order; `fill` combines all of its fills at their average price. */
export type Settlement =
  | { status: 'filled'; order: Order; fill: Fill; fills: Fill[] }
  | { status: 'pending'; order: Order; fills: Fill[]; retryAfterMs: number }
  | { status: 'ended'; order: Order; fills: Fill[] };

/** An order that waits for approval. It is not placed yet. */
export type ProposedOrder = {
  approvalId: string;
  runId: string;
  /** The arguments of the tool call. */
  order: JsonObject;
  /** The hash of what is approved. */
  hash: string;
  requestedAt: Date;
  expiresAt: Date;
};

/** An account at current prices. Amounts are in `currency`. */
export type Portfolio = Provenance & {
  accountId: string;
  currency: string;
  deposited: Decimal;
  cash: Decimal;
  /** Cash reserved by open orders. */
  reserved: Decimal;
  /** Cash plus the current value of all positions. */
  equity: Decimal;
  /** Profit of closed positions, before fees. */
  realizedPnl: Decimal;
  /** Profit of open positions at current prices, before fees. */
  unrealizedPnl: Decimal;
  fees: Decimal;
  borrowFees: Decimal;
  gateUse: GateUse;
  positions: {
    symbol: string;
    /** Negative for a short position. */
    quantity: Decimal;
    averagePrice: Decimal;
    marketPrice: Decimal;
    /** As-of time of the market price, in ISO 8601. */
    priceAsOf: string;
    marketValue: Decimal;
    unrealizedPnl: Decimal;
    /** Realized profit of the symbol, before fees. */
    realizedPnl: Decimal;
  }[];
  openOrders: Order[];
};

/** A fill with its order. */
export type Trade = { order: Order; fill: Fill };

/** A paper exchange: real prices, no real money. */
export interface PaperExchange {
  /**
   * Accepts or denies an order; both are recorded. A second call with the same id and content returns the first order.
   * @throws {ToolError} permanent, if the id belongs to a different order; retryable, if prices are unavailable (then
   * nothing is recorded).
   */
  placeOrder(request: OrderRequest): Promise<Order>;
  /**
   * Like `placeOrder`, for orders of one OCO group with the same symbol and quantity: a fill of one reduces the others.
   * All are accepted or none.
   */
  placeOrders(requests: readonly OrderRequest[]): Promise<Order[]>;
  /** Whether the order with this id was accepted; false if it was denied. */
  wasTaken(clientOrderId: string): Promise<boolean>;
  /** Whether the order with this id exists and is open. */
  isWorking(clientOrderId: string): Promise<boolean>;
  /** The result of each gate for orders that would be placed together now. Nothing is recorded. */
  checkOrders(requests: readonly OrderRequest[]): Promise<GateCheck[]>;
  /** Like `checkOrders`, with the facts that the gates used for the first order. */
  previewOrders(requests: readonly OrderRequest[]): Promise<OrderCheck>;
  /** Fills an open order with the bars that are available. Repeated calls are safe. */
  settle(clientOrderId: string): Promise<Settlement>;
  /**
   * Requests the cancel of an order. No gate blocks it. Bars up to now can still fill it, and fills stay.
   * @throws {ToolError} permanent, if there is no such order.
   */
  cancelOrder(clientOrderId: string, reason: string): Promise<Settlement>;
  /**
   * Replaces the quantity or prices of an open order if the gates allow it. A second call with the same id changes
   * nothing.
   * @throws {ToolError} permanent, if there is no such order, it has ended, or a gate denies the change. The order then
   * stays as it was.
   */
  replaceOrder(replacement: Replacement): Promise<Order>;
  /** Checks a replacement without changing anything. @throws as `replaceOrder`. */
  checkReplacement(replacement: Replacement): Promise<ReplacementCheck>;
  /** Open orders with their remaining quantity, oldest first, after all due fills. */
  openOrders(): Promise<(Order & { remaining: Decimal })[]>;
  /** Orders that wait for approval, oldest first. */
  proposedOrders(): Promise<ProposedOrder[]>;
  /** The latest fills, newest first. */
  trades(filter: { symbol?: string | undefined; limit: number }): Promise<Trade[]>;
  /** The account after all due fills. */
  portfolio(): Promise<Portfolio>;
  /** A value that changes with every change of the account's records, by any process. Reads one row. */
  revision(): Promise<string>;
  /**
   * Does all due work of the account: fills and ends orders, books borrow fees and margin calls, and records the equity
   * of an account with positions.
   * @returns whether it has open orders or positions. Without either, only a new order gives it work.
   * @throws {ToolError} after all of this was tried; permanent and before any of it, if records and events differ.
   */
  tick(): Promise<boolean>;
}
