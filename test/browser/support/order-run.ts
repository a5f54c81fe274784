import type { RunView } from '../../../contracts/api/index.ts';
import type { Api } from './api.ts';

/** Asks for an order whatever the market does. */
const document = {
  name: 'ask-for-an-order',
  title: 'Ask for an order',
  nodes: [
    { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
    {
      id: 'confirm',
      kind: 'approval',
      title: 'Approve the order',
      show: { reason: 'It is tested.', price: '{{ nodes.price.output.price }}' },
      tool: 'create_paper_order',
      args: {
        symbol: 'SPX',
        side: 'buy',
        quantity: 1.5,
        referencePrice: '{{ nodes.price.output.price }}',
      },
      approvers: ['operator'],
    },
    {
      id: 'order',
      kind: 'tool',
      tool: 'create_paper_order',
      args: '{{ nodes.confirm.output.args }}',
    },
  ],
  edges: [
    { from: 'price', to: 'confirm' },
    { from: 'confirm', port: 'approved', to: 'order' },
  ],
  output: {
    approval: '{{ nodes.confirm.output }}',
    order: '{{ nodes.?order.?output.orValue(null) }}',
  },
};

/** A run that waits for the approval of its order, `confirm`. */
export async function startOrderRun({ ask, untilStatus }: Api): Promise<RunView> {
  const { id } = await ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
  return untilStatus(id, 'waiting');
}
