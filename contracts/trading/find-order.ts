import type { Json, JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { plannedFields, plannedOrder } from './planned-order.ts';
import type { PlannedOrder } from './planned-order.ts';

/** The order in the content of an approval: the content itself, or its `order`. */
export function findOrder(value: Json): PlannedOrder | undefined {
  if (!isJsonObject(value)) return undefined;
  return plannedOrder(value) ?? plannedOrder(value['order'] ?? null);
}

const sidesOf: Record<string, string> = {
  buy: 'buy',
  open_long: 'buy',
  sell: 'sell',
  open_short: 'sell',
  hold: 'none',
  stand_aside: 'none',
  no_data: 'none',
};

/** The action of a decision that is shown beside an order, if that is not what the order does: `stand_aside` with a purchase. */
export function otherAction(value: Json, { side }: PlannedOrder): string | undefined {
  const action = isJsonObject(value) ? value['action'] : undefined;
  if (typeof action !== 'string') return undefined;
  const meant = Object.hasOwn(sidesOf, action) ? sidesOf[action] : side;
  return meant === side ? undefined : action;
}

/** The rest of the content, without the fields that the order already shows. */
export function withoutOrder(value: Json, { symbol, side }: PlannedOrder): Json {
  if (!isJsonObject(value)) return value;
  const said: JsonObject = { symbol, action: side };
  const isSaid = plannedOrder(value)
    ? (name: string) => plannedFields.includes(name)
    : (name: string, member: Json) => name === 'order' || said[name] === member;
  return Object.fromEntries(Object.entries(value).filter((member) => !isSaid(...member)));
}
