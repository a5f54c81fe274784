import { describe, expect, it } from 'vitest';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import type { PipelineDocument } from '../../../../contracts/pipelines/pipeline.ts';
import type { ToolSpec } from '../../../../contracts/tools/tools.ts';
import { refusedCalls } from '../../../../contracts/pipelines/validation/refused-calls.ts';
import type {
  RefusedCall,
  UserOfRun,
} from '../../../../contracts/pipelines/validation/refused-calls.ts';

const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  id: `${name}@1`,
  name,
  version: 1,
  description: name,
  category: 'market',
  plan: 'free',
  rateLimit: {},
  parameters: {},
  sideEffect: false,
  ...more,
});
const tools = {
  read: spec('read'),
  'trade@1': spec('trade', { plan: 'pro', sideEffect: true, switch: 'aiTrading' }),
  trade: spec('trade', { plan: 'pro', sideEffect: true, switch: 'aiTrading' }),
  cancel: spec('cancel', { plan: 'pro', sideEffect: true, relief: true }),
  lookup: spec('lookup', { missing: 'set A_KEY' }),
  remote: spec('remote', { missing: 'accept remote', lacks: 'consent' }),
};

const ann: UserOfRun['user'] = {
  name: 'ann',
  switches: { aiTrading: true },
  allowedTools: null,
  deniedTools: [],
};
const free: UserOfRun = { plan: 'free', user: ann };
const pro: UserOfRun = { plan: 'pro', user: ann };

type Nodes = PipelineDocument['nodes'];
type Edge = [from: string, to: string, port?: string];
const pipeline = (name: string, nodes: Nodes, edges: Edge[] = []) =>
  pipelineSchema.parse({
    name,
    nodes,
    edges: edges.map(([from, to, port]) => ({ from, to, ...(port && { port }) })),
  });

const wordsOf = ({ at, tool, code }: RefusedCall) => `${at} ${tool} ${code}`;

function found(nodes: Nodes, edges: Edge[] = [], terms = free, children: [string, Nodes][] = []) {
  const pipelines = Object.fromEntries(children.map(([name, of]) => [name, pipeline(name, of)]));
  const { calls, ending } = refusedCalls(
    { pipeline: pipeline('tested', nodes, edges), pipelines },
    tools,
    terms,
  );
  return { calls: calls.map(wordsOf), ending: ending.map(wordsOf) };
}

const read = { id: 'read', kind: 'tool', tool: 'read' } as const;
const place = { id: 'place', kind: 'tool', tool: 'trade' } as const;
const other = { id: 'other', kind: 'tool', tool: 'trade@1' } as const;
const ask = { id: 'ask', kind: 'approval', show: 'it' } as const;
const large = { id: 'large', kind: 'condition', when: 'true' } as const;
const desk = { id: 'desk', kind: 'pipeline', pipeline: 'desk' } as const;
const noPlan = 'place trade PLAN_REQUIRED';

describe('a run whose user may not call a tool of a node', () => {
  it.each<[string, Nodes, Edge[], ending?: string[]]>([
    ['alone', [place], []],
    ['after another node', [read, place], [['read', 'place']]],
    ['later in a chain', [{ ...read, id: 'place', next: [{ id: 'b', tool: 'trade' }] }], []],
    ['beside others', [read, place], []],
    [
      'on each way of a condition',
      [large, place, { ...place, id: 'less' }],
      [
        ['large', 'place', 'yes'],
        ['large', 'less', 'no'],
      ],
      [noPlan, 'less trade PLAN_REQUIRED'],
    ],
    [
      'before one that it may leave out',
      [place, large, { ...place, id: 'less' }],
      [['large', 'less', 'no']],
    ],
    [
      'before what is not set up',
      [place, { id: 'look', kind: 'tool', tool: 'lookup' }],
      [['place', 'look']],
    ],
    [
      'after a join of what a condition has parted',
      [large, read, { ...read, id: 'more' }, { id: 'both', kind: 'join' }, place],
      [
        ['large', 'read', 'yes'],
        ['large', 'more', 'no'],
        ['read', 'both'],
        ['more', 'both'],
        ['both', 'place'],
      ],
    ],
  ])('is sure to end where it has to call it: %s', (_, nodes, edges, ending = [noPlan]) => {
    expect(found(nodes, edges)).toEqual({ ending, calls: expect.arrayContaining(ending) });
    expect(found(nodes, edges, pro).ending).toEqual([]);
  });

  it.each<[string, Nodes, Edge[]]>([
    ['behind an approval that may be declined', [ask, place], [['ask', 'place']]],
    ['on one way of a condition', [large, place], [['large', 'place', 'yes']]],
    ['where its failure goes on', [{ ...place, onError: 'continue' }], []],
    [
      'where its failure leads on',
      [{ ...place, onError: 'port' }, read],
      [['place', 'read', 'error']],
    ],
    ['behind what may fail', [{ ...read, onError: 'port' }, place], [['read', 'place']]],
    [
      'for each item of a list, which may be empty',
      [{ id: 'place', kind: 'map', items: [], tool: 'trade' }],
      [],
    ],
  ])('may complete, and is warned about it: %s', (_, nodes, edges) => {
    expect(found(nodes, edges)).toEqual({ calls: [noPlan], ending: [] });
  });

  it('finds the calls of the pipelines that it runs', () => {
    const children: [string, Nodes][] = [['desk', [place]]];
    const inDesk = ['desk/place trade PLAN_REQUIRED'];
    expect(found([desk], [], free, children)).toEqual({ calls: inDesk, ending: inDesk });
    const careful = { ...desk, onError: 'continue' } as const;
    expect(found([careful], [], free, children)).toEqual({ calls: inDesk, ending: [] });
    const each: Nodes = [{ id: 'desk', kind: 'map', items: [], pipeline: 'desk' }];
    expect(found(each, [], free, children)).toEqual({ calls: inDesk, ending: [] });
    const twice = found([desk, { ...desk, id: 'second' }], [], free, children);
    expect(twice.calls).toEqual([...inDesk, 'second/place trade PLAN_REQUIRED']);
  });

  it('lists each tool once per node, and no more than can be read', () => {
    const { id, ...more } = place;
    const again = found([desk], [], free, [['desk', [place, { ...more, id: `${id}2` }, read]]]);
    expect(again.calls).toEqual(['desk/place trade PLAN_REQUIRED']);
    const many = (name: string): Nodes =>
      Array.from({ length: 60 }, (_, at) => ({ id: `n${at}`, kind: 'pipeline', pipeline: name }));
    const deep = found(many('p1'), [], free, [
      ...[1, 2, 3, 4].map((at): [string, Nodes] => [`p${at}`, many(`p${at + 1}`)]),
      ['p5', [place]],
    ]);
    const first = 'n0/n0/n0/n0/n0/place trade PLAN_REQUIRED';
    expect([deep.calls[0], deep.ending[0]]).toEqual([first, first]);
    expect([deep.calls.length, deep.ending.length]).toEqual([50, 50]);
  });

  it('distinguishes denied, not allowed and switched-off tools from the plan, whatever the version', () => {
    const as = (change: Partial<typeof ann>) =>
      found([place, other], [], { plan: 'pro', user: { ...ann, ...change } });
    const denied = ['place trade PERMISSION_DENIED', 'other trade PERMISSION_DENIED'];
    expect(as({ switches: { aiTrading: false } })).toEqual({ calls: denied, ending: denied });
    expect(as({ allowedTools: ['read'] })).toEqual({ calls: denied, ending: denied });
    expect(as({ deniedTools: ['trade'] })).toEqual({ calls: denied, ending: denied });
  });

  it('is warned about a call that may reduce risk only if the tool itself is denied', () => {
    const stop = { id: 'stop', kind: 'tool', tool: 'cancel' } as const;
    expect(found([stop])).toEqual({ calls: [], ending: [] });
    expect(found([stop], [], { plan: 'pro', user: { ...ann, allowedTools: [] } }).calls).toEqual(
      [],
    );
    const denied = ['stop cancel PERMISSION_DENIED'];
    const without = { plan: 'free', user: { ...ann, deniedTools: ['cancel'] } } as const;
    expect(found([stop], [], without)).toEqual({ calls: denied, ending: denied });
  });

  it.each([
    ['lookup', 'EXECUTION_ERROR'],
    ['remote', 'PERMISSION_DENIED'],
  ])('is warned about what %s lacks, because another worker may have it', (tool, code) => {
    const calls = [`look ${tool} ${code}`];
    expect(found([{ id: 'look', kind: 'tool', tool }])).toEqual({ calls, ending: [] });
  });

  it('with too many ways to tell is not sure to end', () => {
    const forks = Array.from({ length: 13 }, (_, at) => ({ ...large, id: `fork${at}` }));
    expect(found([...forks, place])).toEqual({ calls: [noPlan], ending: [] });
  });
});
