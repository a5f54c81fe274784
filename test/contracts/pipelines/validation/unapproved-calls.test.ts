import { describe, expect, test } from 'vitest';
import type { PipelineDocument } from '../../../../contracts/pipelines/pipeline.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

type Made = PipelineDocument['nodes'][number];

const args = { symbol: 'SPX', side: 'buy', quantity: 1, referencePrice: 10 };
const cancelled = { clientOrderId: 'a'.repeat(64) };
const order = { id: 'order', kind: 'tool', tool: 'create_paper_order', args } as const;
const confirm = { id: 'confirm', kind: 'approval', show: 'this order' } as const;
const approved = '{{ nodes.confirm.output.args }}';

/** What is told of nodes that follow each other. */
function warningsOf(...nodes: Made[]) {
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]!.id, to: id }));
  const { problems, warnings } = validatePipeline({ name: 'made', nodes, edges }, exampleCatalog());
  expect(problems).toEqual([]);
  return warnings.map(({ path, message, fix }) => `${path}: ${message}; ${fix}`);
}

describe('a call with a side effect', () => {
  test.each<[string, Made[]]>([
    [
      'an approval of exactly this call',
      [
        { ...confirm, tool: order.tool, args },
        { ...order, args: approved },
      ],
    ],
    ['a policy of its own', [{ ...order, sideEffects: { policy: 'ask' } }]],
    ['a cancel', [{ id: 'cancel', kind: 'tool', tool: 'cancel_paper_order', args: cancelled }]],
    ['no effect', [{ id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } }]],
  ])('gets no warning with %s', (_what, nodes) => {
    expect(warningsOf(...nodes)).toEqual([]);
  });

  test('gets a warning if no approval comes before it', () => {
    expect(warningsOf(order)).toEqual([
      expect.stringMatching(
        /^nodes\[0\]\.tool: create_paper_order has a side effect, and no approval comes before it; .*put an approval/,
      ),
    ]);
  });

  test.each<[string, Made[]]>([
    ['shows no call', [confirm, order]],
    ['shows other arguments', [{ ...confirm, tool: order.tool, args }, order]],
    [
      'is of another tool',
      [
        { ...confirm, tool: 'cancel_paper_order', args: cancelled },
        { ...order, args: approved },
      ],
    ],
  ])('gets a warning if the approval before it %s', (_what, nodes) => {
    expect(warningsOf(...nodes)).toEqual([
      expect.stringContaining('the approval before it, confirm, is not for exactly this call'),
    ]);
  });

  test('gets one warning, also after untrusted content', () => {
    const read = {
      id: 'read',
      kind: 'tool',
      tool: 'scrape_page',
      args: { url: 'https://a.example' },
    } as const;
    expect(warningsOf(read, order)).toHaveLength(1);
  });

  test('gets a warning for each call of a chain', () => {
    const next = [{ id: 'again', tool: order.tool, args }];
    expect(warningsOf({ ...order, next })).toEqual([
      expect.stringMatching(/^nodes\[0\]\.tool: /),
      expect.stringMatching(/^nodes\[0\]\.next\[0\]\.tool: /),
    ]);
  });
});
