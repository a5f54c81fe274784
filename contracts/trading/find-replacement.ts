import { isGiven } from '../base/is-given.ts';
import { isJsonObject } from '../base/json.ts';
import type { Json } from '../base/json.ts';
import { plannedOrder } from './planned-order.ts';
import type { PlannedOrder } from './planned-order.ts';

export type Replacement = {
  before: PlannedOrder;
  after: PlannedOrder;
  /** The rest of the content. */
  rest: Json;
};

/**
 * The working order and its replacement in a call of `replace_paper_order`; undefined for any other content.
 * @param show holds the order as it is, as `replaces`.
 */
export function findReplacement(args: Json, show: Json): Replacement | undefined {
  if (!isJsonObject(args) || !isJsonObject(show)) return undefined;
  const { replaces, ...rest } = show;
  if (!isJsonObject(replaces) || replaces['clientOrderId'] !== args['clientOrderId'])
    return undefined;
  const given = Object.entries(args).filter(([, value]) => isGiven(value));
  const before = plannedOrder(replaces);
  const after = plannedOrder({ ...replaces, ...Object.fromEntries(given) });
  return before && after && { before, after, rest };
}
