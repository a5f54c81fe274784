import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodePorts, portOfFailed } from '../../../../contracts/pipelines/nodes/ports.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../../contracts/pipelines/pipeline.ts';
import type { NodeState } from '../../../../contracts/runs/run.ts';
import { taintedEffects } from '../../../../contracts/pipelines/validation/warnings/taint-flow.ts';
import { createMarks } from '../../../../workflows/graph/marks.ts';
import { createSchedule } from '../../../../workflows/graph/schedule.ts';
import { exampleCatalog } from '../catalog.ts';

type Made = PipelineDocument['nodes'][number];

const onErrors = ['fail', 'continue', 'port'] as const;

const makers: ((id: string, onError: (typeof onErrors)[number]) => Made)[] = [
  (id) => ({ id, kind: 'tool', tool: 'scrape_page', args: { url: 'https://a.example' } }),
  (id) => ({ id, kind: 'tool', tool: 'create_paper_order' }),
  (id, onError) => ({ id, kind: 'approval', show: 'this', onError }),
  (id, onError) => ({ id, kind: 'model', prompt: 'Say', onError }),
  (id) => ({ id, kind: 'transform', value: 1 }),
  (id, onError) => ({ id, kind: 'condition', when: 'true', onError }),
  (id) => ({ id, kind: 'join', mode: 'all' }),
];

/** Acyclic documents of reads, orders, approvals, models and ways between them. */
const pipelines: fc.Arbitrary<Pipeline> = fc
  .array(
    fc.record({
      kind: fc.nat(makers.length - 1),
      sources: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
      port: fc.nat(2),
      onError: fc.constantFrom(...onErrors),
    }),
    { minLength: 3, maxLength: 8 },
  )
  .map((plans) => {
    const nodes: Made[] = [];
    const edges: NonNullable<PipelineDocument['edges']> = [];
    for (const [index, { kind, sources, port, onError }] of plans.entries()) {
      const to = `n${index}`;
      nodes.push(makers[kind]!(to, onError));
      const from = index === 0 ? [] : [...new Set(sources.map((source) => source % index))];
      for (const source of from) {
        const before = nodes[source]!;
        const ports = [...nodePorts[before.kind], ...(before.onError === 'port' ? ['error'] : [])];
        edges.push({ from: `n${source}`, port: ports[port % ports.length]!, to });
      }
    }
    return pipelineSchema.parse({ name: 'made', nodes, edges });
  });

/**
 * Runs a pipeline through the real schedule and the real marks; `pick` decides who ends next, and how.
 * @returns the orders that a run asks a person about.
 */
function askedIn(pipeline: Pipeline, pick: (choices: number) => number): string[] {
  const byId = new Map(pipeline.nodes.map((node) => [node.id, node]));
  const states = new Map<string, NodeState>(
    pipeline.nodes.map(({ id, kind }) => [id, { id, kind, status: 'pending' }]),
  );
  const marks = createMarks({ run: {}, pipeline, states });
  const schedule = createSchedule(pipeline);
  const asked: string[] = [];
  const running: string[] = [];
  const start = (ids: string[]) => {
    for (const id of ids) {
      const node = byId.get(id)!;
      if (node.kind === 'approval') marks.ask(id);
      const isOrder = node.kind === 'tool' && node.tool === 'create_paper_order';
      if (isOrder && marks.unapprovedBefore(id).length > 0) asked.push(id);
      running.push(id);
    }
  };
  start(schedule.roots());
  while (running.length > 0) {
    const [id] = running.splice(pick(running.length), 1) as [string];
    const node = byId.get(id)!;
    const state = states.get(id)!;
    const ports = nodePorts[node.kind];
    const way = pick(node.onError === 'fail' ? ports.length : ports.length + 1);
    const failed = way === ports.length;
    const onward = node.onError === 'port' ? 'error' : portOfFailed(node.kind);
    state.status = failed ? 'failed' : 'completed';
    state.port = failed ? onward : ports[way]!;
    const reads = node.kind === 'tool' && node.tool === 'scrape_page';
    const brings = node.kind === 'model' ? marks.before(id) : [];
    marks.add(state, { outside: failed ? [] : reads ? ['a page'] : brings });
    start(
      schedule.settle(id, { port: state.port, failed: failed && node.onError === 'continue' }).run,
    );
  }
  return asked;
}

test('validation warned about every question that a run asks a person', () => {
  let seen = 0;
  fc.assert(
    fc.property(pipelines, fc.infiniteStream(fc.nat(1000)), (pipeline, stream) => {
      const pick = (choices: number): number => Number(stream.next().value) % choices;
      const asked = askedIn(pipeline, pick);
      seen += asked.length;
      const warned = taintedEffects(pipeline, exampleCatalog()).map(({ node }) => node);
      expect(asked.filter((id) => !warned.includes(id))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  expect(seen).toBeGreaterThan(20);
});
