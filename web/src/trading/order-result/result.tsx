import { lazy } from 'react';
import type { ReactNode } from 'react';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';

const OrderView = lazy(() => import('./order-view.tsx'));

/** A placed order as an order; undefined for any other value. */
export function orderResult(value: Json): ReactNode {
  if (!isJsonObject(value) || !isJsonObject(value['order'])) return undefined;
  const { symbol, status } = value['order'];
  const isPlaced = typeof symbol === 'string' && typeof status === 'string';
  return isPlaced ? <OrderView value={value} /> : undefined;
}
