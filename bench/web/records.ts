import { compilePipeline } from '../../contracts/pipelines/compile.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { Database } from '../../db/open.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import { pipelineRepository } from '../../db/repositories/catalog/pipelines.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { steps } from '../../db/schema/index.ts';
import { tool } from '../support/scripted-model.ts';

/** Rows that one statement can hold. */
const together = 500;
const stepMs = 40;

/** Stores a pipeline and the tool that it names. */
export async function storePipeline(db: Database, pipeline: Pipeline): Promise<void> {
  await catalogRepository(db).publish({
    tools: [tool],
    agents: {},
    models: { chain: ['scripted:reader'], demo: false },
    notes: {},
  });
  const { hash } = await compile(pipeline);
  await pipelineRepository(db).put({ document: pipeline, hash, source: 'user', text: null });
}

/** Records a run that has begun. */
export async function recordRun(db: Database, id: string, pipeline: Pipeline): Promise<void> {
  const runs = runRepository(db);
  await runs.insert({ id, compiled: await compile(pipeline), input: {} });
  await runs.start(id);
}

/** Records `count` steps that have ended, in turn at the nodes of a run's pipeline. */
export async function recordSteps(
  db: Database,
  runId: string,
  { pipeline, count }: { pipeline: Pipeline; count: number },
): Promise<void> {
  const begin = Date.now() - count * stepMs;
  const rows = Array.from({ length: count }, (_, index) => {
    const { id: nodePath } = nodeOf(pipeline, index, count);
    const startedAt = new Date(begin + index * stepMs);
    return {
      ...stepAt(runId, nodePath, index),
      status: 'completed' as const,
      attempt: 1,
      output: { page: index, text: 'What the page says, in a sentence or two.' },
      startedAt,
      endedAt: new Date(startedAt.getTime() + stepMs - 5),
    };
  });
  for (let from = 0; from < count; from += together) {
    await db.insert(steps).values(rows.slice(from, from + together));
  }
}

/** Records that a run has come to its end, whose nodes did `count` steps in turn. */
export async function endRun(
  db: Database,
  id: string,
  { pipeline, count }: { pipeline: Pipeline; count: number },
): Promise<void> {
  const endedAt = Date.now();
  const nodeMs = (count * stepMs) / pipeline.nodes.length;
  const beganAt = (index: number) => Math.round(endedAt - (pipeline.nodes.length - index) * nodeMs);
  const nodes = pipeline.nodes.map(({ id: node, kind }, index): NodeState => ({
    id: node,
    kind,
    status: 'completed',
    port: 'out',
    output: { page: index },
    startedAt: beganAt(index),
    endedAt: beganAt(index + 1),
  }));
  await runRepository(db).finish(id, { status: 'completed', nodes, output: { pages: 1 } });
}

/** What a step of a run is, whoever records it. */
export function stepAt(runId: string, nodePath: string, index: number) {
  const step = `call-${index}`;
  return {
    key: `${runId}/${nodePath}#${step}`,
    runId,
    nodePath,
    step,
    kind: 'tool' as const,
    name: tool.name,
    label: `Read page ${index}`,
    input: { page: index },
  };
}

/** The steps are spread evenly over the nodes, in their order. */
function nodeOf({ nodes }: Pipeline, index: number, count: number) {
  return nodes[Math.floor((index / count) * nodes.length)]!;
}

/** A pipeline with all that a run of it needs. */
export function compile(pipeline: Pipeline) {
  const tools = { [tool.name]: tool };
  return compilePipeline(pipeline, { pipelines: {}, agents: {}, tools });
}
