import { z } from 'zod';
import type { Json } from '../../../../contracts/base/json.ts';
import { replacementTool } from '../../../../contracts/trading/orders.ts';
import { replacementId } from '../../exchange/book/ids.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { PreviewContext, ProposalContext, ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField, orderIdField, positiveField } from '../fields.ts';
import { showOrder } from './order-answer.ts';
import { showPreview } from './order-preview.ts';
import { optionalPrice } from './order-requests.ts';

/** The id of the replacement of a call, the same on every retry. */
const idOf = ({ key, runId }: { key: string; runId: string }) =>
  replacementId({ runId, decision: key });

export const replacePaperOrder = defineTool({
  name: replacementTool,
  description:
    'Changes the quantity, limit price or stop price of an open paper order. Fields that you omit and fills so far stay. ' +
    'The checks of a new order apply; if the change is denied, the order stays as it was. With another price or a larger ' +
    'quantity the order loses its place in the queue, and fills from the next bar on. checkOnly only returns the checks.',
  category: 'trading',
  switch: 'aiTrading',
  plan: 'pro',
  rateLimit: { minute: 10 },
  sideEffect: true,
  lookup: 'get_pending_orders',
  example: { clientOrderId: '6a1f'.repeat(16), limitPrice: 1445, referencePrice: 1460 },
  schema: z.strictObject({
    clientOrderId: orderIdField.describe('The id of the order, from get_pending_orders'),
    quantity: positiveField
      .nullish()
      .transform((quantity) => quantity ?? undefined)
      .optional()
      .describe('The total quantity, including fills so far'),
    limitPrice: optionalPrice.describe('For a limit or stop_limit order, or a target'),
    stopPrice: optionalPrice.describe('For a stop or stop_limit order that has not triggered yet'),
    referencePrice: positiveField.describe(
      'The price that the decision is based on. The change is denied if the market has moved too far from it',
    ),
    checkOnly: z
      .boolean()
      .default(false)
      .describe('Only returns the results of the checks; changes nothing'),
    account: accountField,
  }),
  label: ({ clientOrderId = '' }) => clientOrderId.slice(0, 12),
  isReadOnly: ({ checkOnly }) => checkOnly,
  async propose(
    { checkOnly: _check, account, ...asked },
    { services, key, runId, user }: ProposalContext<Services>,
  ) {
    const exchange = await services.exchanges.of(user, account);
    const replacement = { ...asked, replacementId: idOf({ key, runId }) };
    const { order, checks, losesPlace } = await exchange.checkReplacement(replacement);
    const denials = checks.flatMap(({ gate, denial }) => (denial === null ? [] : [gate, denial]));
    if (denials.length === 0) {
      return {
        replaces: showOrder(order),
        losesPlace,
        checks: checks.map(({ gate }) => `${gate}: passed`),
      };
    }
    throw new ToolError(`The order would not be replaced: ${denials.join(': ')}`, {
      retryable: false,
      fault: 'denied',
    });
  },
  async preview(
    { checkOnly: _check, account, ...args },
    { services, key, runId, user, asked }: PreviewContext<Services>,
  ) {
    const exchange = await services.exchanges.of(user, account);
    const replacement = { ...args, replacementId: idOf({ key, runId }) };
    return showPreview(await exchange.checkReplacement(replacement), asked);
  },
  async handle(
    { checkOnly, account, ...asked },
    { services, key, runId, user }: ToolContext<Services>,
  ): Promise<Json> {
    const exchange = await services.exchanges.of(user, account);
    const replacement = { ...asked, replacementId: idOf({ key, runId }) };
    if (checkOnly) {
      const { checks, losesPlace } = await exchange.checkReplacement(replacement);
      const wouldBeReplaced = checks.every(({ denial }) => denial === null);
      return { wouldBeReplaced, losesPlace, checks };
    }
    return { order: showOrder(await exchange.replaceOrder(replacement)) };
  },
});
