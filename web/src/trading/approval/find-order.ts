import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { plannedOrder } from '../../../../contracts/trading/planned-order.ts';
import type { PlannedOrder } from '../../../../contracts/trading/planned-order.ts';

/** The order in what a person decides on: it stands there by itself, or as `order`. */
export function findOrder(value: Json): PlannedOrder | undefined {
  if (!isJsonObject(value)) return undefined;
  return plannedOrder(value) ?? plannedOrder(value['order'] ?? null);
}

/** What is decided on beside the order, without what the order says as well. */
export function withoutOrder(value: Json, { symbol, side }: PlannedOrder): Json {
  if (!isJsonObject(value)) return value;
  if (plannedOrder(value)) return {};
  const said: JsonObject = { symbol, action: side };
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => name !== 'order' && said[name] !== member),
  );
}
