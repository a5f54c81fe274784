import { expect, test } from 'vitest';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

test('a document with many mistakes gives all of them', () => {
  const document = {
    name: 'Many Mistakes',
    inputs: { type: 'object', properties: { symbol: { type: 'string', default: 7 } } },
    nodes: [
      { id: 'price', kind: 'tool', tool: 'get_prise', timeout: 'soon' },
      { id: 'view', kind: 'agnet', agent: 'research', task: 'Look' },
      { id: 'decide', kind: 'agent', agent: 'trader', task: 'Given {{ nodes.prices.output }}' },
      { id: 'decide', kind: 'condition', when: 'inputs.symbol ==' },
      { id: 'order', kind: 'tool', tool: 'get_price', args: { symbl: '{{ inputs.ticker }}' } },
      { id: 'all', kind: 'join', mode: 'quorum', quorum: 4 },
    ],
    edges: [
      { from: 'price', to: 'dcide' },
      { from: 'decide', port: 'maybe', to: 'order' },
      { from: 'order', to: 'order' },
      { from: 'price', to: 'all' },
      { from: 'view', to: 'all' },
    ],
    layout: { nowhere: { x: 0, y: 0 } },
    owner: 'me',
  };
  const { problems, pipeline } = validatePipeline(document, exampleCatalog());
  expect(pipeline).toBeUndefined();
  expect(problems.map(({ path }) => path).toSorted()).toStrictEqual(
    [
      'name',
      'inputs.properties.symbol.default',
      'nodes[0].tool',
      'nodes[0].timeout',
      'nodes[1].kind',
      'nodes[2].agent',
      'nodes[2].task',
      'nodes[3].id',
      'nodes[3].when',
      'nodes[4].args.symbl',
      'nodes[4].args.symbl',
      'nodes[5].quorum',
      'edges[0].to',
      'edges[1].port',
      'edges[2]',
      'layout.nowhere',
      'owner',
    ].toSorted(),
  );
  for (const { message, fix } of problems) {
    expect(message).not.toBe('');
    expect(fix).not.toBe('');
  }
});

test('of many unknown names in a list few are compared with what there is', () => {
  const times = <Made>(make: (index: number) => Made) =>
    Array.from({ length: 100 }, (_, index) => make(index));
  const document = {
    name: 'many',
    nodes: [
      {
        id: 'price',
        kind: 'tool',
        tool: 'get_price',
        args: Object.fromEntries(times((index) => [`symbol${String(index).padStart(2, '0')}`, 1])),
      },
      { id: 'decide', kind: 'wait', for: '1 minute' },
    ],
    edges: times(() => ({ from: 'price', to: 'decied' })),
    layout: Object.fromEntries(times((index) => [`decide${index}`, { x: 0, y: 0 }])),
  };
  const { problems } = validatePipeline(document, exampleCatalog());
  const suggested = (start: string) =>
    problems.filter(({ path, fix }) => path.startsWith(start) && fix.startsWith('did you mean'));
  expect(problems.length).toBeGreaterThan(300);
  for (const start of ['nodes[0].args.', 'edges[', 'layout.']) {
    expect(suggested(start), start).toHaveLength(20);
  }
});
