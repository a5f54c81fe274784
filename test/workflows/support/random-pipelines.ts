import * as fc from 'fast-check';
import { nodePorts, portsOf } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/ports.ts';
import type { PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';

type Node = PipelineDocument['nodes'][number];
type OnError = 'fail' | 'continue' | 'port';

/** A pipeline, and how each of its nodes is to end where it runs: through a port, or by failing. */
export type Planned = {
  nodes: Node[];
  edges: NonNullable<PipelineDocument['edges']>;
  endings: Map<string, string>;
};

/** The ending of a node that fails. */
export const fails = 'fails';

/** What each kind is written as, so that it ends as planned. */
const shapes: Record<NodeKindName, (ending: string, incoming: number) => object> = {
  agent: () => ({ agent: 'research', task: 'Look' }),
  model: () => ({ prompt: 'Say' }),
  tool: () => ({ tool: 'echo' }),
  map: () => ({ tool: 'echo', items: [{ n: 1 }, { n: 2 }], concurrency: 1 }),
  pipeline: () => ({ pipeline: 'leaf' }),
  loop: () => ({ pipeline: 'leaf', maximumRounds: 2 }),
  approval: (ending) =>
    ending === fails ? { show: 1, timeout: '20ms', onTimeout: 'fail' } : { show: 1 },
  condition: (ending) => ({ when: unlessFailing(ending, ending === 'yes' ? 'true' : 'false') }),
  switch: (ending) => ({
    value: unlessFailing(ending, JSON.stringify(ending)),
    cases: [
      { port: 'first', is: 'first' },
      { port: 'second', when: ending === 'second' ? 'true' : 'false' },
    ],
  }),
  transform: (ending) => ({ value: ending === fails ? '{{ inputs.absent }}' : 1 }),
  wait: (ending) => (ending === fails ? { until: '{{ inputs.absent }}' } : { for: '1ms' }),
  wait_for_event: (ending) => ({
    event: 'it.happened',
    timeout: ending === 'received' ? '1h' : '20ms',
    ...(ending === fails && { onTimeout: 'fail' }),
  }),
  join: (ending, incoming) => {
    const modes = [{ mode: 'all' }, { mode: 'any' }, { mode: 'best_effort', deadline: '1h' }];
    const quorum = { mode: 'quorum', quorum: Math.max(1, Math.min(2, incoming)) };
    return [...modes, quorum][ending.length % 4]!;
  },
};

function unlessFailing(ending: string, expression: string): string {
  return ending === fails ? 'inputs.absent == 1' : expression;
}

const kinds = Object.keys(nodePorts) as NodeKindName[];

/** Acyclic documents of nodes of every kind. */
export const randomPipelines: fc.Arbitrary<Planned> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      sources: fc.uniqueArray(fc.nat(20), { maxLength: 3 }),
      ports: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
      ending: fc.nat(5),
      onError: fc.constantFrom<OnError>('fail', 'continue', 'port'),
    }),
    { minLength: 2, maxLength: 9 },
  )
  .map((plans) => {
    const planned: Planned = { nodes: [], edges: [], endings: new Map() };
    for (const [index, { kind, sources, ports, ending, onError }] of plans.entries()) {
      const id = `n${index}`;
      const from = index === 0 ? [] : [...new Set(sources.map((source) => source % index))];
      const chosen = endingOf(kind, ending);
      planned.endings.set(id, chosen);
      const shape = shapes[kind](kind === 'join' ? 'x'.repeat(ending) : chosen, from.length);
      planned.nodes.push({ id, kind, onError, ...shape } as Node);
      for (const [at, source] of from.entries()) {
        const ways = portsOf(planned.nodes[source] as Parameters<typeof portsOf>[0]);
        planned.edges.push({ from: `n${source}`, port: ways[ports[at]! % ways.length]!, to: id });
      }
    }
    return planned;
  });

/** Failures are one ending among others, and a rare one: else no run would come far. */
function endingOf(kind: NodeKindName, choice: number): string {
  if (kind === 'join') return 'done';
  const ways: string[] = kind === 'switch' ? ['default', 'first', 'second'] : [...nodePorts[kind]];
  return choice === 5 ? fails : ways[choice % ways.length]!;
}
