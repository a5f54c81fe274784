import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import type { Decimal } from '../../base/decimal.ts';
import { distanceOf, stopBehind } from './book/trailing.ts';
import { findDenial } from './gates/check-gates.ts';
import type { OrderFacts } from './gates/gate.ts';
import type { OrderRequest } from './order.ts';

/**
 * The decision on an order: the reason to deny it, or the cash it reserves and whether it can only reduce a position.
 */
export type Outcome = { reason: string } | { reserve: string; reduceOnly?: true };

/** Decides on an order by the gates. */
export function outcomeOf(facts: OrderFacts): Outcome {
  const reason = findDenial(facts);
  if (reason !== undefined) return { reason };
  return { reserve: facts.reserve.toFixed(), ...(facts.reduces && { reduceOnly: true }) };
}

/**
 * Sets the starting stop price of a trailing stop, at its distance from the market. Returns other orders unchanged.
 * @param price of the market.
 */
export function withTrail(request: OrderRequest, price: Decimal): OrderRequest {
  const { type, side } = request;
  if (type !== 'trailing_stop') return request;
  const distance = distanceOf(request, price);
  if (!distance || !price.isFinite()) return request;
  return { ...request, stopPrice: stopBehind(side, price, distance), trailAmount: distance };
}

/** The events of an accepted or denied order. */
export function eventsOf(request: OrderRequest, outcome: Outcome): BookEvent[] {
  const { clientOrderId: orderId, symbol, side, type, timeInForce = 'gtc' } = request;
  const submitted: BookEvent = {
    kind: 'submitted',
    orderId,
    order: {
      symbol,
      side,
      type,
      quantity: request.quantity.toFixed(),
      limitPrice: request.limitPrice?.toFixed(),
      stopPrice: request.stopPrice?.toFixed(),
      timeInForce,
      leg: 'entry',
      group: request.group,
      stopLoss: request.stopLoss?.toFixed(),
      takeProfit: request.takeProfit?.toFixed(),
      trailAmount: request.trailAmount?.toFixed(),
      trailPercent: request.trailPercent?.toFixed(),
    },
  };
  const decided: BookEvent =
    'reason' in outcome
      ? { kind: 'denied', orderId, ...outcome }
      : { kind: 'accepted', orderId, ...outcome };
  return [submitted, decided];
}
