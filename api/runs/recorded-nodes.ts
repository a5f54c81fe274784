import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { NodeState, NodeStatus } from '../../contracts/runs/run.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { StepRow } from '../../db/repositories/runs/steps.ts';
import type { Services } from '../services.ts';

/** A child pipeline of a run: the path of the node that runs it, and its document. */
export type ChildPipeline = { path: string; pipeline: Pipeline };

/**
 * The nodes of a run, or of a child pipeline of it, as far as the records know them, for when no worker
 * answers: what has steps has begun, what a person is asked for or has interrupted waits; whether a node is through, only its
 * workflow knows. In a run that is over, what had begun has ended with it.
 */
export async function recordedNodes(
  { steps, approvals }: Pick<Services, 'steps' | 'approvals'>,
  run: RunRow,
  { path, pipeline }: ChildPipeline = { path: '', pipeline: run.compiled.pipeline },
): Promise<NodeState[]> {
  const [begun, pending] = await Promise.all([
    allSteps(steps, run.id),
    approvals.list({ runId: run.id, status: 'pending', limit: 200 }),
  ]);
  const stepsOf = Map.groupBy(begun, (step) => nodeOf(step.nodePath, path));
  const paths = [...pending.map(({ nodePath }) => nodePath), ...Object.keys(run.interrupted)];
  const waiting = new Set(paths.map((waitingPath) => nodeOf(waitingPath, path)));
  return pipeline.nodes.map(({ id, kind }) => {
    const kept = path === '' ? run.retry?.kept.find((state) => state.id === id) : undefined;
    if (kept) return kept;
    const own = stepsOf.get(id) ?? [];
    const status = statusOf(own, waiting.has(id));
    const shown = status !== 'pending' && hasEnded(run.status) ? run.status : status;
    return { id, kind, status: shown, ...timesOf(own) };
  });
}

/** Every step of a run, in the order in which they began. */
export async function allSteps(steps: Services['steps'], runId: string): Promise<StepRow[]> {
  const rows: StepRow[] = [];
  for (;;) {
    const page = await steps.list(runId, rows.at(-1)?.sequence);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

function statusOf(steps: StepRow[], isWaiting: boolean): NodeStatus {
  if (isWaiting) return 'waiting';
  return steps.length > 0 ? 'running' : 'pending';
}

function timesOf([first]: StepRow[]): { startedAt?: number } {
  return first ? { startedAt: first.startedAt.getTime() } : {};
}

/** The node of a pipeline that a path leads through; undefined for paths outside the pipeline. */
export function nodeOf(nodePath: string, pipelinePath: string): string | undefined {
  const prefix = pipelinePath === '' ? '' : `${pipelinePath}/`;
  if (!nodePath.startsWith(prefix)) return undefined;
  // A later attempt of an agent is at `<node>.try-2`.
  return nodePath.slice(prefix.length).split(/[/.]/, 1)[0];
}
