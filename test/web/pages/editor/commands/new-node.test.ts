import { describe, expect, it } from 'vitest';
import { builtInAgents } from '../../../../../contracts/agents/index.ts';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import { newNode } from '../../../../../web/src/pages/editor/commands/new-node.ts';

const document = {
  inputs: { type: 'object', properties: { symbol: { type: 'string' } } },
  nodes: [
    { id: 'decide', kind: 'agent' },
    { id: 'worth_it', kind: 'condition' },
    { id: 'get_price', kind: 'tool' },
  ],
  edges: [{ from: 'decide', to: 'worth_it' }],
};
const parameters = {
  type: 'object',
  required: ['symbol', 'side'],
  properties: { symbol: {}, side: {}, limit: {} },
};
const catalogue = {
  tools: { get_price: { parameters, sideEffect: false } },
  agents: builtInAgents,
  pipelines: {},
};
const add = (kind: NodeKindName, names?: string, after?: string) =>
  newNode(
    { id: kind, kind, title: '', description: '', ...(names && { names }) },
    {
      document,
      catalogue,
      after,
    },
  );

describe('a node that is added', () => {
  it('has an id that no other has, after what it names', () => {
    expect(add('agent', 'research')).toEqual({ id: 'research', kind: 'agent', agent: 'research' });
    expect(add('tool', 'get_price')['id']).toBe('get_price_2');
    expect(add('pipeline')['id']).toBe('child');
  });

  it('takes the arguments that it needs from inputs of the same names', () => {
    expect(add('tool', 'get_price')['args']).toEqual({ symbol: '{{ inputs.symbol }}' });
  });

  it('shows the last result on the way to it, not the decision about it', () => {
    expect(add('approval', undefined, 'worth_it')['show']).toBe('{{ nodes.decide.output }}');
    expect(add('transform', undefined, 'decide')['value']).toBe('{{ nodes.decide.output }}');
    expect(add('approval')).toEqual({ id: 'approval', kind: 'approval' });
  });
});
