/** The types and statuses of orders. No zod here: the web app and workflows may load it. */

/** The id of the operator's paper account. Workers publish their default gates under it too. */
export const paperAccountId = 'paper';

/** The tool whose calls place orders. */
export const orderTool = 'create_paper_order';

/** The tool whose calls change working orders. */
export const replacementTool = 'replace_paper_order';

export const orderSides = ['buy', 'sell'] as const;
export type OrderSide = (typeof orderSides)[number];

export const orderTypes = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
export type OrderType = (typeof orderTypes)[number];

/** The prices that each type of order takes. */
export const orderPrices = {
  market: [],
  limit: ['limitPrice'],
  stop: ['stopPrice'],
  stop_limit: ['stopPrice', 'limitPrice'],
  // Its stop price follows the market.
  trailing_stop: [],
} as const satisfies Record<OrderType, readonly ('limitPrice' | 'stopPrice')[]>;
export type OrderPrice = (typeof orderPrices)[OrderType][number];

/**
 * How long an order can be filled: `day` until the end of the day of the first bar that can fill it, `gtc` until it
 * is filled or cancelled, `ioc` only on the first bar.
 */
export const timesInForce = ['day', 'gtc', 'ioc'] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** The purpose of an order: to open or change a position, or to close one at a loss or a gain. */
export const orderLegs = ['entry', 'stop', 'target', 'margin'] as const;
export type OrderLeg = (typeof orderLegs)[number];

/** Whether a fill took liquidity or provided it. */
export const liquidities = ['maker', 'taker'] as const;
export type Liquidity = (typeof liquidities)[number];

/**
 * The states of an order, from when it is placed. Whether a person has approved, rejected or not yet decided the
 * order is recorded in its approval, which is bound to the arguments by their hash; the person can still change the
 * order there. `get_pending_orders` lists the orders that wait for approval.
 */
export const orderStatuses = [
  'submitted',
  'accepted',
  'triggered',
  'partially_filled',
  'filled',
  'denied',
  'pending_cancel',
  'canceled',
  'expired',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The statuses that can follow each status; a status that nothing can follow is final. */
export const orderTransitions = {
  // An order whose outcome is unknown stays submitted until the exchange is asked for it.
  submitted: ['accepted', 'denied'],
  accepted: ['triggered', 'partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  triggered: ['partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  partially_filled: ['partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  filled: [],
  denied: [],
  // A fill can still arrive after a cancel was requested.
  pending_cancel: ['pending_cancel', 'filled', 'canceled', 'expired'],
  canceled: [],
  expired: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Whether an order can change from one status to another. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (orderTransitions[from] as readonly OrderStatus[]).includes(to);
}

/** Whether the status of an order is final. */
export function isFinal(status: OrderStatus): boolean {
  return orderTransitions[status].length === 0;
}

/** The statuses of working orders: they hold their reserve, and a bar can fill them. */
export const workingStatuses = [
  'accepted',
  'triggered',
  'partially_filled',
  'pending_cancel',
] as const satisfies OrderStatus[];

export function isWorking(status: OrderStatus): boolean {
  return (workingStatuses as readonly OrderStatus[]).includes(status);
}
