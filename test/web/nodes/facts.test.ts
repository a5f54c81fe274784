import { describe, expect, it } from 'vitest';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import type { NodeKindName, PipelineNode } from '../../../contracts/pipelines/nodes/index.ts';
import { factsOf } from '../../../web/src/nodes/index.ts';

const kinds = Object.entries(nodeKinds) as [NodeKindName, (typeof nodeKinds)[NodeKindName]][];

describe.each(kinds)('a card of kind %s', (kind, { schema, example }) => {
  it('shows one to three settings of its node, each with a value', () => {
    const facts = factsOf(schema.parse(example) as PipelineNode);
    expect(facts.length).toBeGreaterThan(0);
    expect(facts.length).toBeLessThanOrEqual(3);
    for (const { value } of facts) expect(value).not.toBe('');
  });

  it('shows nothing of a node whose settings are not there yet', () => {
    expect(factsOf({ id: 'new', kind })).toEqual([]);
  });
});

describe('factsOf', () => {
  it('puts long and nested values into one line', () => {
    const node: PipelineNode = {
      id: 'order',
      kind: 'tool',
      onError: 'fail',
      tool: 'create_paper_order',
      args: { side: 'buy', note: 'a\n  b' },
    };
    expect(factsOf(node)).toEqual([
      { label: 'Tool', value: 'create_paper_order' },
      { label: 'With', value: 'side: buy, note: a b' },
    ]);
  });

  it('says what happens to an approval that nobody decides', () => {
    const node = nodeKinds.approval.schema.parse(nodeKinds.approval.example);
    expect(factsOf(node)).toContainEqual({ label: 'Within', value: '24h, then rejected' });
  });
});
