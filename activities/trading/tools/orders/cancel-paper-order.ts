import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { NotYet } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { showFill, showOrder } from './order-answer.ts';

export const cancelPaperOrder = defineTool({
  name: 'cancel_paper_order',
  description:
    'Ends an order of the paper account that still works. No limit of the account, plan or switch keeps a ' +
    'cancel of one out. What ' +
    'was filled until then stays filled, and the answer says so; an order that has ended is left as it is.',
  category: 'trading',
  plan: 'pro',
  rateLimit: { minute: 20 },
  sideEffect: true,
  lookup: 'get_pending_orders',
  // No switch: it frees the user from an order, and must never be kept out.
  example: { clientOrderId: '6a1f'.repeat(16), reason: 'the news have changed' },
  schema: z.strictObject({
    clientOrderId: z
      .string()
      .trim()
      .regex(
        /^[0-9a-f]{64}$/,
        ownWords('is not an order id', 'write the 64 digits that get_pending_orders lists'),
      )
      .describe('The order, as create_paper_order and get_pending_orders name it'),
    reason: z.string().trim().min(1).max(500).default('canceled').describe('Why, for the record'),
  }),
  label: ({ clientOrderId = '' }) => clientOrderId.slice(0, 12),
  isRelief: ({ clientOrderId }, { services }: Pick<ToolContext<Services>, 'services'>) =>
    services.exchange.isWorking(clientOrderId),
  async handle({ clientOrderId, reason }, { services }: ToolContext<Services>) {
    const settled = await services.exchange.cancelOrder(clientOrderId, reason);
    const { order, fills } = settled;
    if (settled.status === 'pending') {
      throw new NotYet('The cancel waits for the market', settled.retryAfterMs);
    }
    return {
      canceled: order.status === 'canceled',
      order: showOrder(order),
      fills: fills.map(showFill),
    };
  },
});
