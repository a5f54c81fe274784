import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';

/** An order to be placed, however it came to be asked for. */
export type PlannedOrder = {
  symbol: string;
  side: 'buy' | 'sell';
  quantity: number;
  type: string;
  referencePrice: number | undefined;
  referenceTime: string | undefined;
};

/** The order in what a person decides on: it stands there by itself, or as `order`. */
export function findOrder(value: Json): PlannedOrder | undefined {
  if (!isJsonObject(value)) return undefined;
  return toOrder(value) ?? (isJsonObject(value['order']) ? toOrder(value['order']) : undefined);
}

function toOrder(value: JsonObject): PlannedOrder | undefined {
  const { symbol, side, type } = value;
  const quantity = Number(value['quantity']);
  const isOrder =
    typeof symbol === 'string' && (side === 'buy' || side === 'sell') && Number.isFinite(quantity);
  if (!isOrder) return undefined;
  const price = Number(value['referencePrice'] ?? Number.NaN);
  const time = value['referenceTime'];
  return {
    symbol,
    side,
    quantity,
    type: typeof type === 'string' ? type : 'market',
    referencePrice: Number.isFinite(price) ? price : undefined,
    referenceTime: typeof time === 'string' ? time : undefined,
  };
}

/** What is decided on beside the order, without what the order says as well. */
export function withoutOrder(value: Json, { symbol, side }: PlannedOrder): Json {
  if (!isJsonObject(value)) return value;
  if (toOrder(value)) return {};
  const said: JsonObject = { symbol, action: side };
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => name !== 'order' && said[name] !== member),
  );
}
