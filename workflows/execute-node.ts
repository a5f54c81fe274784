import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { durationMs } from '../contracts/duration.ts';
import type { PipelineNode } from '../contracts/nodes/index.ts';
import { failure, toRunError } from './errors.ts';
import { boundOutput } from './output.ts';
import { runNode } from './nodes/index.ts';
import type { NodeContext, NodeResult } from './nodes/runner.ts';

/** Runs a node within its time, as often as it may be tried, and keeps its output within bounds. */
export async function executeNode(
  node: PipelineNode,
  context: Omit<NodeContext, 'attempt'>,
): Promise<NodeResult> {
  const maximumAttempts = attemptsOf(node);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { output, port } = await withinTimeout(node, () =>
        runNode(node, { ...context, attempt }),
      );
      const key = { runId: context.run.runId, nodePath: context.nodePath, step: 'output' };
      return { output: await boundOutput(output, key), port };
    } catch (error) {
      if (isCancellation(error) || attempt >= maximumAttempts) throw error;
      if (toRunError(error).type === 'DependencyMissing') throw error;
    }
  }
}

/** Agents and model calls are tried again as a whole; a tool's attempts are those of its activity. */
function attemptsOf(node: PipelineNode): number {
  const triedAsAWhole = node.kind === 'agent' || node.kind === 'model';
  return triedAsAWhole ? (node.retry?.maximumAttempts ?? 1) : 1;
}

/** Agents, tools and approvals keep their own time. */
async function withinTimeout<Result>(
  node: PipelineNode,
  run: () => Promise<Result>,
): Promise<Result> {
  const timeout = node.kind === 'pipeline' || node.kind === 'model' ? node.timeout : undefined;
  if (timeout === undefined) return run();
  try {
    return await CancellationScope.withTimeout(durationMs(timeout), run);
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    throw failure({ type: 'Timeout', message: `It did not finish within ${timeout}.` });
  }
}
