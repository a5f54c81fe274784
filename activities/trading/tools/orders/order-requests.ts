import { z } from 'zod';
import { orderSides, orderTypes } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import { clientOrderId as orderId } from '../../../../db/trading/order-ids.ts';
import { groupId } from '../../exchange/book/ids.ts';
import type { OrderRequest } from '../../exchange/order.ts';
import { roundPrice } from '../../rounding.ts';
import { positiveField } from '../fields.ts';

/** A price of the order's own, or null. */
export const optionalPrice = positiveField
  .nullish()
  .transform((price) => (price ? roundPrice(price) : undefined))
  .optional();

/** The same on every try of one call. */
export const idOf = ({ key, runId }: { key: string; runId: string }) =>
  orderId({ runId, decision: key, leg: 'entry' });

/** As `optionalPrice`, without the text form, which makes a schema long. */
const shortPrice = z
  .number()
  .gt(0)
  .nullish()
  .transform((price) => (price ? roundPrice(new Decimal(price)) : undefined))
  .optional();

export const alternativeSchema = z.strictObject({
  side: z.enum(orderSides).optional(),
  type: z.enum(orderTypes).exclude(['market']),
  limitPrice: shortPrice,
  stopPrice: shortPrice,
  stopLoss: shortPrice,
  takeProfit: shortPrice,
  trailAmount: shortPrice,
  trailPercent: shortPrice,
});

type Asked = Omit<OrderRequest, 'clientOrderId' | 'runId' | 'group'> & {
  oco?: readonly z.output<typeof alternativeSchema>[] | undefined;
};

/** The order that is asked for, and those that take its place. */
export function requestsOf(
  { oco = [], ...first }: Asked,
  { key, runId }: { key: string; runId: string },
) {
  const clientOrderId = idOf({ key, runId });
  const { symbol, quantity, timeInForce, referencePrice, side, reduceOnly } = first;
  const shared = { symbol, quantity, timeInForce, referencePrice, side, reduceOnly, runId };
  const group = oco.length > 0 ? groupId(clientOrderId) : undefined;
  const others = oco.map((other, index) => ({
    ...shared,
    ...other,
    side: other.side ?? side,
    clientOrderId: idOf({ key: `${key}/oco/${index}`, runId }),
    group,
  }));
  return [{ ...first, clientOrderId, runId, group }, ...others];
}

/** What happens once the orders are placed, beyond what they say themselves. */
export function effectsOf(requests: readonly OrderRequest[]): string[] {
  const trails = requests.flatMap((one) => {
    const { side, type, trailAmount, trailPercent } = one;
    const distance = trailAmount ?? (trailPercent && `${trailPercent} %`);
    if (distance === undefined) return [];
    const whose =
      type === 'trailing_stop' ? `the stop price of the ${side}` : `the stop loss of the ${side}`;
    return [`${whose} follows the close of each bar at a distance of ${distance}`];
  });
  if (requests.length === 1) return trails;
  const names = requests.map(({ side, type, limitPrice, stopPrice }) =>
    [side, type, stopPrice, limitPrice].filter((part) => part !== undefined).join(' '),
  );
  return [`a fill of one of these reduces the others: ${names.join('; ')}`, ...trails];
}
