import { z } from 'zod';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { NotYet } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField, orderIdField } from '../fields.ts';
import { showFill, showOrder } from './order-answer.ts';

export const cancelPaperOrder = defineTool({
  name: 'cancel_paper_order',
  description:
    "Cancels an open order of the user's paper account or of a desk account. No limit, plan or switch blocks a cancel. " +
    'Fills so far stay, and the answer lists them. An order that has already ended does not change.',
  category: 'trading',
  plan: 'pro',
  rateLimit: { minute: 20 },
  sideEffect: true,
  lookup: 'get_pending_orders',
  // No switch: a cancel must always be possible.
  example: { clientOrderId: '6a1f'.repeat(16), reason: 'the news has changed' },
  schema: z.strictObject({
    clientOrderId: orderIdField.describe(
      'The id of the order, from create_paper_order or get_pending_orders',
    ),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .default('cancelled')
      .describe('The reason, stored with the order'),
    account: accountField,
  }),
  label: ({ clientOrderId = '' }) => clientOrderId.slice(0, 12),
  async isRelief(
    { clientOrderId, account },
    { services, user }: Pick<ToolContext<Services>, 'services' | 'user'>,
  ) {
    const exchange = await services.exchanges.find(user, account);
    return (await exchange?.isWorking(clientOrderId)) ?? false;
  },
  /** Cancelling a stop, a target or another order that only closes increases the risk of the position. */
  async reducesRisk(
    { clientOrderId, account },
    { services, user }: Pick<ToolContext<Services>, 'services' | 'user'>,
  ) {
    const exchange = await services.exchanges.find(user, account);
    const { openOrders } = (await exchange?.portfolio()) ?? { openOrders: [] };
    const order = openOrders.find((one) => one.clientOrderId === clientOrderId);
    return order === undefined || (order.leg === 'entry' && !order.reduceOnly);
  },
  async handle({ clientOrderId, reason, account }, { services, user }: ToolContext<Services>) {
    const exchange = await services.exchanges.of(user, account);
    const settled = await exchange.cancelOrder(clientOrderId, reason);
    const { order, fills } = settled;
    if (settled.status === 'pending') {
      throw new NotYet('Waiting for the market to cancel the order', settled.retryAfterMs);
    }
    return {
      canceled: order.status === 'canceled',
      order: showOrder(order),
      fills: fills.map(showFill),
    };
  },
});
