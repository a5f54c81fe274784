import * as fc from 'fast-check';
import { nodePorts, portsOf } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/ports.ts';
import type { PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';

type Node = PipelineDocument['nodes'][number];
type OnError = 'fail' | 'continue' | 'port';

/** What an agent, or the call of a tool, does before it ends. */
const ways = ['plain', 'calls', 'delegates', 'plans', 'asks'] as const;
export type Way = (typeof ways)[number];

/** A pipeline, and how each of its nodes is to end where it runs: through a port, or by failing. */
export type Planned = {
  nodes: Node[];
  edges: NonNullable<PipelineDocument['edges']>;
  endings: Map<string, string>;
  ways: Map<string, Way>;
  /** The pipelines that nodes run, by the ids of these nodes; the others run one that calls a tool. */
  children: Map<string, Planned>;
};

/** The ending of a node that fails. */
export const fails = 'fails';

/** A node as it is drawn at random: `child` is what it runs, where its kind runs a pipeline. */
type Plan = {
  kind: NodeKindName;
  sources: number[];
  ports: number[];
  ending: number;
  onError: OnError;
  way: Way;
  child?: Plan[] | undefined;
};

type Shape = { ending: string; incoming: number; pipeline: string; child: boolean };

/** What each kind is written as, so that it ends as planned. */
const shapes: Record<NodeKindName, (of: Shape) => object> = {
  agent: () => ({ agent: 'research', task: 'Look', delegates: ['trading'] }),
  model: () => ({ prompt: 'Say' }),
  tool: () => ({ tool: 'echo' }),
  map: ({ pipeline, child, incoming }) => ({
    ...(child ? { pipeline } : { tool: 'echo' }),
    items: [{ n: 1 }, { n: 2 }],
    concurrency: 1 + (incoming % 2),
  }),
  pipeline: ({ pipeline }) => ({ pipeline }),
  loop: ({ pipeline }) => ({ pipeline, maximumRounds: 2 }),
  approval: ({ ending }) =>
    ending === fails ? { show: 1, timeout: '20ms', onTimeout: 'fail' } : { show: 1 },
  condition: ({ ending }) => ({ when: unlessFailing(ending, ending === 'yes' ? 'true' : 'false') }),
  switch: ({ ending }) => ({
    value: unlessFailing(ending, JSON.stringify(ending)),
    cases: [
      { port: 'first', is: 'first' },
      { port: 'second', when: ending === 'second' ? 'true' : 'false' },
    ],
  }),
  transform: ({ ending }) => ({ value: ending === fails ? '{{ inputs.absent }}' : 1 }),
  wait: ({ ending }) => (ending === fails ? { until: '{{ inputs.absent }}' } : { for: '1ms' }),
  wait_for_event: ({ ending }) => ({
    event: 'it.happened',
    timeout: ending === 'received' ? '1h' : '20ms',
    ...(ending === fails && { onTimeout: 'fail' }),
  }),
  join: ({ ending, incoming }) => {
    const modes = [{ mode: 'all' }, { mode: 'any' }, { mode: 'best_effort', deadline: '1h' }];
    const quorum = { mode: 'quorum', quorum: Math.max(1, Math.min(2, incoming)) };
    return [...modes, quorum][ending.length % 4]!;
  },
};

function unlessFailing(ending: string, expression: string): string {
  return ending === fails ? 'inputs.absent == 1' : expression;
}

const kinds = Object.keys(nodePorts) as NodeKindName[];
const runsPipelines: NodeKindName[] = ['pipeline', 'map', 'loop'];

const plansOf = (depth: number, maxLength: number): fc.Arbitrary<Plan[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      sources: fc.uniqueArray(fc.nat(20), { maxLength: 3 }),
      ports: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
      ending: fc.nat(5),
      onError: fc.constantFrom<OnError>('fail', 'continue', 'port'),
      way: fc.constantFrom(...ways),
      ...(depth > 0 && { child: fc.option(plansOf(depth - 1, 3), { nil: undefined }) }),
    }),
    { minLength: maxLength === 3 ? 1 : 2, maxLength },
  );

/** Acyclic documents of nodes of every kind, which run others of the same sort. */
export const randomPipelines: fc.Arbitrary<Planned> = plansOf(2, 9).map((plans) =>
  built(plans, 'child'),
);

/** @param name what the names of the pipelines that it runs begin with. */
function built(plans: Plan[], name: string): Planned {
  const planned: Planned = {
    nodes: [],
    edges: [],
    endings: new Map(),
    ways: new Map(),
    children: new Map(),
  };
  for (const [index, plan] of plans.entries()) {
    const { kind, sources, ports, ending, onError, way, child } = plan;
    const id = `n${index}`;
    const from = index === 0 ? [] : [...new Set(sources.map((source) => source % index))];
    const chosen = endingOf(kind, ending);
    const isParent = child !== undefined && runsPipelines.includes(kind);
    const pipeline = isParent ? `${name}-${id}` : 'leaf';
    if (isParent) planned.children.set(id, built(child, pipeline));
    planned.endings.set(id, chosen);
    planned.ways.set(id, way);
    const shape = shapes[kind]({
      ending: kind === 'join' ? 'x'.repeat(ending) : chosen,
      incoming: from.length,
      pipeline,
      child: isParent,
    });
    planned.nodes.push({ id, kind, onError, ...shape } as Node);
    for (const [at, source] of from.entries()) {
      const leaves = portsOf(planned.nodes[source] as Parameters<typeof portsOf>[0]);
      planned.edges.push({
        from: `n${source}`,
        port: leaves[ports[at]! % leaves.length]!,
        to: id,
      });
    }
  }
  return planned;
}

/** Failures are one ending among others, and a rare one: else no run would come far. */
function endingOf(kind: NodeKindName, choice: number): string {
  if (kind === 'join') return 'done';
  const ports: string[] = kind === 'switch' ? ['default', 'first', 'second'] : [...nodePorts[kind]];
  return choice === 5 ? fails : ports[choice % ports.length]!;
}

/** A document in which each kind completes, by itself and in what others run, and agents in each of their ways. */
export const everyKind: Planned = built(
  [
    ...kinds.map((kind) => completing({ kind })),
    ...ways.map((way) => completing({ kind: 'agent', way })),
    completing({ kind: 'tool', way: 'asks' }),
    ...runsPipelines.map((kind) =>
      completing({ kind, child: kinds.map((inner) => completing({ kind: inner, way: 'plans' })) }),
    ),
  ],
  'child',
);

function completing(plan: Pick<Plan, 'kind'> & Partial<Plan>): Plan {
  return { sources: [], ports: [0, 0, 0], ending: 0, onError: 'fail', way: 'plain', ...plan };
}

/** The pipelines that a pipeline runs, by their names, and those that these run. */
export function pipelinesOf({ nodes, children }: Planned): Record<string, Planned> {
  return Object.fromEntries(
    [...children].flatMap(([id, child]) => {
      const node = nodes.find((one) => one.id === id)!;
      return [
        ['pipeline' in node ? node.pipeline : '', child],
        ...Object.entries(pipelinesOf(child)),
      ];
    }),
  );
}
