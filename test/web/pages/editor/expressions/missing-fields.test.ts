import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../contracts/base/json.ts';
import { builtInAgents } from '../../../../../contracts/agents/index.ts';
import { readDraft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { completionsAt } from '../../../../../web/src/pages/editor/expressions/completion-source.ts';
import { missingFields } from '../../../../../web/src/pages/editor/expressions/missing-fields.ts';
import { scopeOf } from '../../../../../web/src/pages/editor/expressions/use-scope.ts';

const shape = (kind: string, ...fields: string[]) => ({
  type: 'object',
  properties: {
    kind: { const: kind },
    ...Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
  },
  required: ['kind', ...fields],
});
const schema = {
  oneOf: [shape('circle', 'name', 'radius'), shape('square', 'name', 'side'), shape('none')],
};

const { draft } = readDraft({
  name: 'desk',
  nodes: [
    { id: 'judge', kind: 'agent', agent: 'leader', output: 'LeaderDecision', task: 'Judge' },
    { id: 'shape', kind: 'model', prompt: 'Which?', schema },
    {
      id: 'loose',
      kind: 'model',
      prompt: 'Which?',
      schema: { type: 'object', properties: { sure: {}, perhaps: {} }, required: ['sure'] },
    },
    { id: 'read', kind: 'transform', value: {} },
    { id: 'is-long', kind: 'condition', when: 'nodes.judge.output.action == "open_long"' },
    { id: 'guarded', kind: 'transform', value: {} },
  ],
  edges: [
    { from: 'judge', to: 'shape' },
    { from: 'shape', to: 'loose' },
    { from: 'loose', to: 'read' },
    { from: 'loose', to: 'is-long' },
    { from: 'is-long', port: 'true', to: 'guarded' },
  ],
});
const catalogue = { tools: {}, agents: builtInAgents, pipelines: {} };

function missing(value: Json, reader = 'read', isWhole = false): string[] {
  const scope = () => scopeOf(draft, { catalogue, reader });
  return missingFields(value, { isWhole, draft, reader, scope }).map(
    ({ name, presence: { field, values } }) => [name, field, ...values].filter(Boolean).join(' '),
  );
}

function detail(chain: string): string | undefined {
  const scope = scopeOf(draft, { catalogue, reader: 'read' });
  const [offered] = completionsAt(chain, chain.length, { isWhole: true, scope })?.options ?? [];
  return offered?.detail;
}

it('is said where such a field is offered', () => {
  expect(detail('nodes.judge.output.referenceP')).toContain(
    'only if action is open_long, open_short, close',
  );
  expect(detail('nodes.judge.output.symb')).not.toContain('only if');
  expect(detail('nodes.shape.output.sid')).toBe('string · only if kind is square');
  expect(detail('nodes.shape.output.nam')).toBe('string · only if kind is circle, square');
  expect(detail('nodes.shape.output.kin')).toBe('circle | square | none');
  expect(detail('nodes.loose.output.perh')).toBe('not always there');
  expect(detail('nodes.loose.output.sur')).toBe('');
});

describe('a field that may be missing', () => {
  it('is found where it is read as if it were always there', () => {
    expect(missing({ price: '{{ nodes.shape.output.side }}' })).toEqual(['side kind square']);
    expect(missing('{{ nodes.loose.output.perhaps }}')).toEqual(['perhaps']);
    expect(missing('nodes.shape.output.radius == "1"', 'read', true)).toEqual([
      'radius kind circle',
    ]);
    expect(missing('{{ nodes.judge.output.quantity }}')).toHaveLength(1);
  });

  it.each([
    '{{ nodes.shape.output.kind }}',
    '{{ nodes.shape.output.?side.orValue("") }}',
    '{{ nodes.shape.?output.side.orValue("") }}',
    '{{ has(nodes.shape.output.side) ? nodes.shape.output.side : "" }}',
    '{{ nodes.shape.output.kind == "square" ? nodes.shape.output.side : "" }}',
    '{{ "nodes.shape.output.side" }}',
    'nodes.shape.output.side',
    '{{ nodes.shape.output.si',
  ])('is none in %s', (value) => {
    expect(missing(value)).toEqual([]);
  });

  it('is none where a condition before looks at what tells', () => {
    expect(missing('{{ nodes.judge.output.quantity }}', 'guarded')).toEqual([]);
    expect(missing('{{ nodes.shape.output.side }}', 'guarded')).toHaveLength(1);
  });
});
