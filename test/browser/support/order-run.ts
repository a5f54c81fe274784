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

/** The same after an agent's `research`, which the approval shows. */
const researched = {
  ...document,
  name: 'ask-after-research',
  title: 'Ask after research',
  nodes: [
    { id: 'research', kind: 'agent', agent: 'research', task: 'Analyse the symbol SPX.' },
    ...document.nodes.map((node) =>
      node.id === 'confirm'
        ? { ...node, show: { ...node.show, report: '{{ nodes.research.output.report }}' } }
        : node,
    ),
  ],
  edges: [{ from: 'research', to: 'price' }, ...document.edges],
};

/** A run that waits for the approval of its order, `confirm`. */
export function startOrderRun(api: Api): Promise<RunView> {
  return start(api, document);
}

/** A run whose agent `research` has read news, and that waits for the approval of its order, `confirm`. */
export function startResearchedOrderRun(api: Api): Promise<RunView> {
  return start(api, researched);
}

async function start({ ask, untilStatus }: Api, asked: object): Promise<RunView> {
  const { id } = await ask<RunView>('POST', '/api/v1/runs', { document: asked, input: {} });
  return untilStatus(id, 'waiting');
}
