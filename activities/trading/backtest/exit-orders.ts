import type { ExitReason } from '../../../contracts/trading/backtest.ts';
import type { OrderSide } from '../../../contracts/trading/orders.ts';
import type { MatchedType, WorkingOrder } from '../exchange/matching/matching.ts';
import { Decimal } from '../../base/decimal.ts';
import { roundPrice } from '../rounding.ts';
import type { Position } from './account.ts';

/** The exit orders are one OCO group: a fill of one reduces the others. */
const group = 'exit';

/**
 * The orders that can close a position on its next bar: the exit that was decided, or else its stop and its target. Of
 * a fixed and a trailing stop, the one nearer to the price works.
 */
export function exitOrders(position: Position): { order: WorkingOrder; reason: ExitReason }[] {
  const { direction, quantity, exiting, resting, triggered, levels } = position;
  const side: OrderSide = direction === 1 ? 'sell' : 'buy';
  const order = (type: MatchedType, id: string, price?: Decimal): WorkingOrder => ({
    id,
    side,
    type,
    remaining: quantity,
    reduces: true,
    ...(type === 'stop' && { stopPrice: price }),
    ...(type === 'limit' && { limitPrice: price }),
    timeInForce: 'gtc',
    triggered: type === 'stop' && triggered,
    resting,
    group,
  });
  if (exiting) return [{ order: order('market', 'exit'), reason: exiting }];
  const stop = stopOf(position);
  return [
    ...(stop ? [{ order: order('stop', 'stop', stop.price), reason: stop.reason }] : []),
    ...(levels.target
      ? [{ order: order('limit', 'target', levels.target), reason: 'target' as const }]
      : []),
  ];
}

function stopOf({ direction, levels, trailingStop }: Position) {
  const { stop } = levels;
  if (!trailingStop) return stop && { price: stop, reason: 'stop' as const };
  const isNearer = !stop || trailingStop.minus(stop).times(direction).gt(0);
  if (!isNearer) return { price: stop, reason: 'stop' as const };
  return { price: roundPrice(trailingStop), reason: 'trailing' as const };
}

/** Moves the trailing stop after a close. It never moves away from the price. */
export function trail(position: Position, close: number): void {
  const { direction, levels, trailingStop } = position;
  if (!levels.trailing || !trailingStop) return;
  const next = new Decimal(close).minus(levels.trailing.times(direction));
  if (next.minus(trailingStop).times(direction).gt(0)) position.trailingStop = next;
}
