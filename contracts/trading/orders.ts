/** What an order can be and become. No zod here: the web app and workflows may load it. */

/** The one paper account of a Baton. */
export const paperAccountId = 'paper';

/** The tool whose calls place orders. */
export const orderTool = 'create_paper_order';

/** The tool whose calls change orders that work. */
export const replacementTool = 'replace_paper_order';

export const orderSides = ['buy', 'sell'] as const;
export type OrderSide = (typeof orderSides)[number];

export const orderTypes = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
export type OrderType = (typeof orderTypes)[number];

/** The prices of its own that each type of order has. */
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
 * How long an order works: `day` until the end of the day of the first bar that can fill it, `gtc` until it is filled
 * or canceled, `ioc` on the first bar alone.
 */
export const timesInForce = ['day', 'gtc', 'ioc'] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** What an order is for: to open or change a position, or to close one at a loss or a gain. */
export const orderLegs = ['entry', 'stop', 'target', 'margin'] as const;
export type OrderLeg = (typeof orderLegs)[number];

/** Whether a fill took what was offered, or was itself offered. */
export const liquidities = ['maker', 'taker'] as const;
export type Liquidity = (typeof liquidities)[number];

/**
 * The states of an order, from when it is placed. That it was proposed before, waits for a person, and was approved,
 * declined or forgotten is on record in its approval, which binds to the arguments by their hash and from which an order
 * can still become another one, or none: `get_pending_orders` tells of those that wait.
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

/** What each status can become; a status that can become nothing is final. */
export const orderTransitions = {
  // An order whose outcome is not known yet stays submitted until it is asked for.
  submitted: ['accepted', 'denied'],
  accepted: ['triggered', 'partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  triggered: ['partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  partially_filled: ['partially_filled', 'filled', 'pending_cancel', 'canceled', 'expired'],
  filled: [],
  denied: [],
  // What was on its way is filled though a cancel was asked for.
  pending_cancel: ['pending_cancel', 'filled', 'canceled', 'expired'],
  canceled: [],
  expired: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Whether an order may go from a status to another. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (orderTransitions[from] as readonly OrderStatus[]).includes(to);
}

/** Whether nothing can happen to an order any more. */
export function isFinal(status: OrderStatus): boolean {
  return orderTransitions[status].length === 0;
}

/** The statuses of orders that the exchange works: each holds its reserve, and a bar can fill it. */
export const workingStatuses = [
  'accepted',
  'triggered',
  'partially_filled',
  'pending_cancel',
] as const satisfies OrderStatus[];

export function isWorking(status: OrderStatus): boolean {
  return (workingStatuses as readonly OrderStatus[]).includes(status);
}
