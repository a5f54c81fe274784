import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodePorts, portOfFailed } from '../../../../contracts/pipelines/nodes/ports.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../../contracts/pipelines/pipeline.ts';
import { createHistory } from '../../../../contracts/pipelines/validation/checks/history.ts';
import { readDraft } from '../../../../contracts/pipelines/validation/draft.ts';
import { graphOf } from '../../../../contracts/pipelines/validation/graph.ts';
import { createSchedule } from '../../../../workflows/graph/schedule.ts';
import { exampleCatalog } from '../catalog.ts';

type Plan = { kind: number; sources: number[]; port: number; onError: number };

function toNode({ kind, onError }: Plan, id: string, branches: number) {
  const policy = (['fail', 'continue', 'port'] as const)[onError]!;
  const shared = { id, onError: policy };
  const modes = [
    { mode: 'all' },
    { mode: 'any' },
    { mode: 'quorum', quorum: 1 + (kind % Math.max(1, branches)) },
    { mode: 'best_effort', deadline: '1m' },
  ] as const;
  if (kind === 0) return { ...shared, kind: 'condition' as const, when: 'true' };
  if (kind > 2) return { ...shared, kind: 'join' as const, ...modes[kind - 3]! };
  return { ...shared, kind: 'transform' as const, value: null };
}

/** Acyclic documents of conditions, joins and nodes that may fail. */
const pipelines: fc.Arbitrary<PipelineDocument> = fc
  .array(
    fc.record({
      kind: fc.nat(6),
      sources: fc.uniqueArray(fc.nat(20), { maxLength: 3 }),
      port: fc.nat(2),
      onError: fc.nat(2),
    }),
    { minLength: 2, maxLength: 7 },
  )
  .map((plans) => {
    const nodes: PipelineDocument['nodes'] = [];
    const edges: NonNullable<PipelineDocument['edges']> = [];
    for (const [index, plan] of plans.entries()) {
      const to = `n${index}`;
      const from = index === 0 ? [] : [...new Set(plan.sources.map((source) => source % index))];
      nodes.push(toNode(plan, to, from.length));
      for (const source of from) {
        const { kind, onError } = nodes[source]!;
        const ports = [...nodePorts[kind], ...(onError === 'port' ? ['error'] : [])];
        edges.push({ from: `n${source}`, port: ports[plan.port % ports.length]!, to });
      }
    }
    return { name: 'made', nodes, edges };
  });

/**
 * Runs a pipeline through the real schedule; `pick` decides who ends next, and how.
 * @returns false when a failure ends the run before its end.
 */
function simulate(
  { nodes, edges }: Pipeline,
  pick: (choices: number) => number,
  onStart: (id: string, outputs: Set<string>) => void,
): boolean {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const schedule = createSchedule({ nodes, edges });
  const outputs = new Set<string>();
  const running = schedule.roots();
  for (const id of running) onStart(id, outputs);
  for (;;) {
    if (running.length === 0) return true;
    const [id] = running.splice(pick(running.length), 1) as [string];
    const { kind, onError } = byId.get(id)!;
    const ports = nodePorts[kind];
    const way = pick(ports.length + 1);
    const failed = way === ports.length;
    if (failed && onError === 'fail') return false;
    if (!failed) outputs.add(id);
    const onward = onError === 'port' ? 'error' : portOfFailed(kind);
    const port = failed ? onward : ports[way]!;
    const settled = [schedule.settle(id, { port, failed: failed && onError === 'continue' })];
    for (const { run, failed: unjoined } of settled) {
      for (const next of run) onStart(next, outputs);
      running.push(...run);
      for (const join of unjoined) {
        const policy = byId.get(join)!.onError;
        if (policy === 'fail') return false;
        const out = policy === 'port' ? 'error' : 'done';
        settled.push(schedule.settle(join, { port: out, failed: policy === 'continue' }));
      }
    }
  }
}

test('an output that validation promises exists in every completed run', () => {
  fc.assert(
    fc.property(pipelines, fc.infiniteStream(fc.nat(1000)), (document, stream) => {
      const { draft } = readDraft(document as never);
      const graph = graphOf(draft);
      const history = createHistory({ draft, graph, catalog: exampleCatalog() });
      const pick = (choices: number): number => Number(stream.next().value) % choices;
      const missing: string[] = [];
      const isSure = (node: string, reader: string): boolean =>
        history.isBefore(node, reader) &&
        !history.mayBeAbsent(node, reader) &&
        !history.mayLackOutput(node, reader);
      const ended = simulate(pipelineSchema.parse(document), pick, (reader, outputs) => {
        const sure = graph.ids.filter((node) => isSure(node, reader));
        missing.push(...sure.filter((node) => !outputs.has(node)));
      });
      fc.pre(ended);
      expect(missing).toStrictEqual([]);
    }),
    { numRuns: 300 },
  );
});
