import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { plannedFields, plannedOrder } from '../../../../contracts/trading/planned-order.ts';
import type { PlannedOrder } from '../../../../contracts/trading/planned-order.ts';

/** The order in what a person decides on: it stands there by itself, or as `order`. */
export function findOrder(value: Json): PlannedOrder | undefined {
  if (!isJsonObject(value)) return undefined;
  return plannedOrder(value) ?? plannedOrder(value['order'] ?? null);
}

/** What is decided on beside the order, without what the order says as well. */
export function withoutOrder(value: Json, { symbol, side }: PlannedOrder): Json {
  if (!isJsonObject(value)) return value;
  const said: JsonObject = { symbol, action: side };
  const isSaid = plannedOrder(value)
    ? (name: string) => plannedFields.includes(name)
    : (name: string, member: Json) => name === 'order' || said[name] === member;
  return Object.fromEntries(Object.entries(value).filter((member) => !isSaid(...member)));
}
