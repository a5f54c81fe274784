import type { OrderRequest, Fill, Order } from './order.ts';
import type { GateUse } from './gate-use.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Replacement } from './order-change.ts';
import type { ReplacementCheck } from './replace-order.ts';
import type { GateCheck, OrderCheck } from './gates/gate.ts';
import type { Decimal } from '../../base/decimal.ts';

/** How far an order has come; `fill` is all of its fills in one, at their average price. */
export type Settlement =
  | { status: 'filled'; order: Order; fill: Fill; fills: Fill[] }
  | { status: 'pending'; order: Order; fills: Fill[]; retryAfterMs: number }
  | { status: 'ended'; order: Order; fills: Fill[] };

/** An order that a person is to approve: it is on record as an approval, and nothing is placed. */
export type ProposedOrder = {
  approvalId: string;
  runId: string;
  /** What is asked for, as the tool was given it. */
  order: JsonObject;
  /** What the approval counts for. */
  hash: string;
  requestedAt: Date;
  expiresAt: Date;
};

export type Portfolio = Provenance & {
  accountId: string;
  currency: string;
  deposited: Decimal;
  cash: Decimal;
  /** The part of the cash that open orders hold. */
  reserved: Decimal;
  /** Cash and what the positions are worth now. */
  equity: Decimal;
  /** Gained or lost with what was closed, without fees. */
  realizedPnl: Decimal;
  /** Gained or lost with what is open, at the prices of now. */
  unrealizedPnl: Decimal;
  /** Paid so far. */
  fees: Decimal;
  /** Paid by shorts so far. */
  borrowFees: Decimal;
  gateUse: GateUse;
  positions: {
    symbol: string;
    /** Negative for a short position. */
    quantity: Decimal;
    averagePrice: Decimal;
    marketPrice: Decimal;
    /** When the market price was that. */
    priceAsOf: string;
    marketValue: Decimal;
    unrealizedPnl: Decimal;
    /** Gained or lost with what was closed of the symbol, without fees. */
    realizedPnl: Decimal;
  }[];
  openOrders: Order[];
};

export type Trade = { order: Order; fill: Fill };

/** An exchange that trades on paper: real prices, no real money. */
export interface PaperExchange {
  /**
   * Takes an order, or denies it with a reason; either is recorded. A second call with the same id and
   * content gives the first one's order.
   * @throws {ToolError} not retryable when the id was used for another order; retryable when prices
   * cannot be had (nothing is recorded then).
   */
  placeOrder(request: OrderRequest): Promise<Order>;
  /**
   * As `placeOrder`, with orders of the same group, symbol and quantity that take each other's place (OCO): what one of
   * them fills, the others no longer do. All are taken or none.
   */
  placeOrders(requests: readonly OrderRequest[]): Promise<Order[]>;
  /** Whether an order was taken under an id; not where it was denied. */
  wasTaken(clientOrderId: string): Promise<boolean>;
  /** Whether there is such an order, and it can still be filled or canceled. */
  isWorking(clientOrderId: string): Promise<boolean>;
  /** What each gate says to orders that would be placed together now. Nothing is recorded. */
  checkOrders(requests: readonly OrderRequest[]): Promise<GateCheck[]>;
  /** As `checkOrders`, with what the gates saw of the first. */
  previewOrders(requests: readonly OrderRequest[]): Promise<OrderCheck>;
  /** Fills a working order where its bars are there; calling it again changes nothing. */
  settle(clientOrderId: string): Promise<Settlement>;
  /**
   * Ends an order. No gate keeps a cancel out; what bars have filled until then stays filled.
   * @throws {ToolError} not retryable, when there is no such order.
   */
  cancelOrder(clientOrderId: string, reason: string): Promise<Settlement>;
  /**
   * Gives a working order another quantity or other prices, once the gates let it pass. A second call with the same id
   * changes nothing.
   * @throws {ToolError} not retryable, when there is no such order, it has ended, or a gate denies what is asked for: then
   * it works on as it was.
   */
  replaceOrder(replacement: Replacement): Promise<Order>;
  /** What would come of a replacement now. Nothing is changed. @throws as `replaceOrder`. */
  checkReplacement(replacement: Replacement): Promise<ReplacementCheck>;
  /** The orders that work, oldest first, after all fills that are due, with what is left of each to fill. */
  openOrders(): Promise<(Order & { remaining: Decimal })[]>;
  /** What waits for a person before it is placed, oldest first. */
  proposedOrders(): Promise<ProposedOrder[]>;
  /** The latest fills, the newest first. */
  trades(filter: { symbol?: string | undefined; limit: number }): Promise<Trade[]>;
  /** The account after all fills that are due. */
  portfolio(): Promise<Portfolio>;
  /** Another one after each change of the account's records, of any process; reads one row. */
  revision(): Promise<string>;
  /**
   * Fills what is due, ends what is to end, books borrow fees and margin calls, and notes what an account that was used is
   * worth.
   * @returns whether it has open orders or positions: else only an order gives it something to do.
   * @throws {ToolError} once all of that was tried; not retryable, before any of it, when records and events differ.
   */
  tick(): Promise<boolean>;
}
