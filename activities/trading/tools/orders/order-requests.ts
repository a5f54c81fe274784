import { z } from 'zod';
import { orderSides, orderTypes } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import { clientOrderId as orderId } from '../../../../db/trading/order-ids.ts';
import { groupId } from '../../exchange/book/ids.ts';
import type { OrderRequest } from '../../exchange/order.ts';
import { roundPrice } from '../../rounding.ts';
import { positiveField } from '../fields.ts';

/** An optional price; null counts as omitted. */
export const optionalPrice = positiveField
  .nullish()
  .transform((price) => (price ? roundPrice(price) : undefined))
  .optional();

/** The id of the order of a call, the same on every retry. */
export const idOf = ({ key, runId }: { key: string; runId: string }) =>
  orderId({ runId, decision: key, leg: 'entry' });

/** Like `optionalPrice` without the text form, which would make the schema long. */
const shortPrice = z
  .number()
  .gt(0)
  .nullish()
  .transform((price) => (price ? roundPrice(new Decimal(price)) : undefined))
  .optional();

const alternativeSchema = z.strictObject({
  side: z.enum(orderSides).optional(),
  type: z.enum(orderTypes).exclude(['market']),
  limitPrice: shortPrice,
  stopPrice: shortPrice,
  stopLoss: shortPrice,
  takeProfit: shortPrice,
  trailAmount: shortPrice,
  trailPercent: shortPrice,
});

/** The other orders of an OCO group. */
export const alternativesField = z
  .array(alternativeSchema)
  .min(1)
  .max(4)
  .optional()
  .meta({ title: 'OCO orders (one cancels the other)' })
  .describe(
    'Orders of the same quantity that are linked with this one (OCO): a fill of one reduces the others. Default side: the side of this order',
  );

type Asked = Omit<OrderRequest, 'clientOrderId' | 'runId' | 'group'> & {
  oco?: z.output<typeof alternativesField>;
};

/** The requested order and the other orders of its OCO group. */
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

/** Effects of the orders beyond what their fields say, for the approver. */
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
