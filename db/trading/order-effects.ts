import { stepKeyText } from '../../contracts/activities/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { shortest } from '../../contracts/base/shortest.ts';
import { priceText } from '../../contracts/trading/price-text.ts';
import type { EffectState } from '../../contracts/runs/effects.ts';
import { isWorking, orderTool } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import type { EffectCall, ResolveEffects, ResolvedEffect } from '../repositories/runs/effects.ts';
import { clientOrderId } from './order-ids.ts';
import { listFillsOf, listGroups, listOrders } from './orders.ts';
import type { FillRow, OrderRow } from './orders.ts';

/** The state of the orders that calls placed, with their fills, even if the call itself did not complete. */
export function orderEffects(db: Database): ResolveEffects {
  return async (calls) => {
    const ofOrders = calls.filter(({ tool }) => tool === orderTool);
    if (ofOrders.length === 0) return new Map();
    const idsOf = new Map(ofOrders.map((call) => [call.key, orderIdsOf(call)]));
    const placed = await listOrders(db, [...idsOf.values()].flat());
    const linked = await listGroups(
      db,
      placed.flatMap(({ group }) => group ?? []),
    );
    const orders = new Map([...placed, ...linked].map((order) => [order.clientOrderId, order]));
    const fills = Map.groupBy(
      await listFillsOf(db, [...orders.keys()]),
      (fill) => fill.clientOrderId,
    );
    return new Map(ofOrders.map((call) => [call.key, resolved(call)]));

    function resolved(call: EffectCall): ResolvedEffect | null {
      const own = idsOf.get(call.key)!.flatMap((id) => orders.get(id) ?? []);
      const groups = new Set(own.flatMap(({ group }) => group ?? []));
      const others = linked.filter(
        (order) => groups.has(order.group ?? '') && !own.includes(order),
      );
      const all = [...own, ...others];
      if (all.length > 0) return effectOf(all, fills);
      if (call.status === 'completed') return null;
      return call.isOver
        ? { state: 'none', text: `${call.label}: no order was placed`, details: { orders: [] } }
        : { state: 'open', text: null, details: { orders: [] } };
    }
  };
}

/** The possible ids of a call's order: the one in its answer, or else those derived from the call. */
function orderIdsOf({ nodePath, step, runIds, output }: EffectCall): string[] {
  const order = isJsonObject(output) ? output['order'] : undefined;
  const named = isJsonObject(order) ? order['clientOrderId'] : undefined;
  if (typeof named === 'string') return [named];
  return runIds.map((runId) =>
    clientOrderId({ runId, decision: stepKeyText({ runId, nodePath, step }), leg: 'entry' }),
  );
}

function effectOf(orders: OrderRow[], fillsOf: Map<string, FillRow[]>): ResolvedEffect {
  const shown = orders.map((order) => showOrder(order, fillsOf.get(order.clientOrderId) ?? []));
  return {
    state: stateOf(orders),
    text: shown.map(({ text }) => text).join('; '),
    details: { orders: shown.map(({ details }) => details) },
  };
}

function stateOf(orders: OrderRow[]): EffectState {
  if (orders.some(({ status }) => isWorking(status))) return 'open';
  return orders.some(({ filledQuantity }) => Number(filledQuantity) > 0) ? 'done' : 'none';
}

function showOrder(order: OrderRow, fills: FillRow[]) {
  const { clientOrderId: id, accountId, symbol, side, type, status } = order;
  const [quantity, filledQuantity] = [shortest(order.quantity), shortest(order.filledQuantity)];
  const prices = [...new Set(fills.map(({ price }) => shortest(price)))];
  const filled =
    prices.length > 0 ? `filled ${filledQuantity} at ${prices.map(priceText).join(', ')}` : '';
  const rest = status === 'filled' ? '' : status.replaceAll('_', ' ');
  const text = `${side} ${quantity} ${symbol}: ${[filled, rest].filter(Boolean).join(', ')}`;
  const details = { id, accountId, symbol, side, type, quantity, filledQuantity, prices, status };
  return { text, details };
}
