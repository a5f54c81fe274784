import type { JsonObject } from '../../../../../contracts/base/json.ts';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { readNumber } from '../../../components/controls/read-number.ts';

export type ReplacedField = 'quantity' | 'limitPrice' | 'stopPrice';

/** The fields of an order that can be replaced now. */
export function replaceableFields(order: OrderView): ReplacedField[] {
  const { leg, status, type, group, triggered, limitPrice, stopPrice } = order;
  if (leg === 'margin' || status === 'pending_cancel') return [];
  const isStopOpen = stopPrice !== null && !triggered && type !== 'trailing_stop';
  return [
    ...(group === null ? (['quantity'] as const) : []),
    ...(limitPrice === null ? [] : (['limitPrice'] as const)),
    ...(isStopOpen ? (['stopPrice'] as const) : []),
  ];
}

/**
 * The arguments of the tool `replace_paper_order`. Text that is a number is sent as a number; other text is sent
 * unchanged, so that the API reports the problem.
 */
export function replacementOf(
  order: OrderView,
  typed: Partial<Record<ReplacedField, string>>,
  referencePrice: number,
): JsonObject {
  const fields = replaceableFields(order).flatMap((name) => {
    const text = (typed[name] ?? '').trim();
    return text === '' ? [] : [[name, readNumber(text) ?? text]];
  });
  return { clientOrderId: order.id, referencePrice, ...Object.fromEntries(fields) };
}
