import type { NodeState, NodeStatus } from '../../contracts/run.ts';
import type { RunRow } from '../../db/repositories/runs.ts';
import type { StepRow } from '../../db/repositories/steps.ts';
import type { Services } from '../services.ts';

/**
 * The nodes of a run as far as the records know them, for when no worker answers: what has steps has
 * begun, what a person is asked for or has interrupted waits; whether a node is through, only its workflow knows.
 */
export async function recordedNodes(
  { steps, approvals }: Pick<Services, 'steps' | 'approvals'>,
  run: RunRow,
): Promise<NodeState[]> {
  const [begun, pending] = await Promise.all([
    steps.list(run.id),
    approvals.list({ runId: run.id, status: 'pending', limit: 200 }),
  ]);
  const stepsOf = Map.groupBy(begun, (step) => rootNode(step.nodePath));
  const paths = [...pending.map(({ nodePath }) => nodePath), ...Object.keys(run.interrupted)];
  const waiting = new Set(paths.map(rootNode));
  return run.compiled.pipeline.nodes.map(({ id, kind }) => {
    const own = stepsOf.get(id) ?? [];
    return { id, kind, status: statusOf(own, waiting.has(id)), ...timesOf(own) };
  });
}

function statusOf(steps: StepRow[], isWaiting: boolean): NodeStatus {
  if (isWaiting) return 'waiting';
  return steps.length > 0 ? 'running' : 'pending';
}

function timesOf([first]: StepRow[]): { startedAt?: number } {
  return first ? { startedAt: first.startedAt.getTime() } : {};
}

function rootNode(nodePath: string): string {
  return nodePath.split(/[/.]/, 1)[0] ?? nodePath;
}
