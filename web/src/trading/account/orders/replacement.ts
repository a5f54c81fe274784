import type { JsonObject } from '../../../../../contracts/base/json.ts';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { readNumber } from '../../../components/controls/read-number.ts';

export type ReplacedField = 'quantity' | 'limitPrice' | 'stopPrice';

/** What of an order can be replaced now. */
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
 * The arguments of the tool `replace_paper_order`. What is typed as a number is one; what is none goes as it is, so that
 * the answer says what is wrong with it.
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
