import type { Json } from '../../../contracts/base/json.ts';
import type { Facts } from './facts.ts';
import { figure } from './figures.ts';
import { levelsOf } from './levels.ts';
import { judge } from './rule.ts';

/** What to do with the position in the instrument. */
export type Move = 'open' | 'close' | 'none';

/** The move by the rule: close an opposite position, keep one in the same direction, open one if there is none. */
export function moveOf(facts: Facts): Move {
  const { direction } = judge(facts);
  if (direction !== 'long' && direction !== 'short') return 'none';
  const { held = 0 } = facts;
  if (held === 0) return 'open';
  return held > 0 === (direction === 'long') ? 'none' : 'close';
}

/** Arguments of the order by the rule; undefined if it needs none, or data is missing. */
export function orderArguments(facts: Facts): { [name: string]: Json | undefined } | undefined {
  const { symbol, price, held = 0 } = facts;
  const move = moveOf(facts);
  if (!symbol || price === undefined || move === 'none') return undefined;
  const order = { symbol, type: 'market', referencePrice: price, ...timeOf(facts) };
  if (move === 'close') {
    return { ...order, side: held > 0 ? 'sell' : 'buy', quantity: Math.abs(held) };
  }
  const direction = judge(facts).direction === 'long' ? 'long' : 'short';
  const levels = levelsOf(facts, direction);
  const quantity = sizeOf(facts);
  if (!levels || !quantity) return undefined;
  const { stopPrice: stopLoss, targetPrice: takeProfit } = levels;
  return { ...order, side: direction === 'long' ? 'buy' : 'sell', quantity, stopLoss, takeProfit };
}

/** Units from `calculate_position_size`; undefined without its answer. */
export function sizeOf({ answer }: Facts): number | undefined {
  return positive(figure(answer('calculate_position_size')?.['quantity']));
}

/** The value if it is above zero, else undefined. */
export function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** As-of time of the price that the decision is based on. */
export function timeOf({ answer }: Facts): { referenceTime?: string } {
  const time = (answer('get_price') ?? answer('get_indicators'))?.['asOf'];
  return typeof time === 'string' ? { referenceTime: time } : {};
}
