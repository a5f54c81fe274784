import { ApplicationFailure, isCancellation, patched, sleep } from '@temporalio/workflow';
import { durationMs } from '../../contracts/base/duration.ts';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import { isRefusedByModels, outOfTime, rootOf } from '../errors.ts';
import { fitsHistory, storeOutput } from '../output.ts';
import { runNode } from '../nodes/index.ts';
import type { NodeContext, NodeResult } from '../nodes/runner.ts';
import { OutOfTime, createWorkingTime } from '../calls/working-time.ts';

/** How long a node waits before it is tried again: a second at first, twice as long each time, a minute at most. */
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Failures that a retry does not fix. */
const lasting = new Set(['DependencyMissing', 'BudgetExceeded', 'Outage', 'Quarantined']);

/** Runs a node within its time limit and number of attempts, and limits the size of its output. */
export async function executeNode(
  node: PipelineNode,
  context: Omit<NodeContext, 'attempt'>,
): Promise<NodeResult> {
  const maximumAttempts = attemptsOf(node);
  const timeout = timeoutOf(node);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const run = () => runNode(node, { ...context, attempt });
      const { output, ...rest } = await (timeout ? withinTimeout(timeout, context, run) : run());
      if (fitsHistory(output)) return { output, ...rest };
      const key = { runId: context.run.runId, nodePath: context.nodePath, step: 'output' };
      return { output: await storeOutput(output, key), ...rest };
    } catch (error) {
      if (isCancellation(error) || attempt >= maximumAttempts) throw error;
      if (isLasting(error) || isRefusedByModels(error)) throw error;
      // Runs of earlier versions did not wait.
      if (patched('wait-between-tries')) {
        const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
        await sleep(waitMs, {
          summary: `${context.nodePath} · waits before attempt ${attempt + 1}`,
        });
      }
    }
  }
}

function isLasting(error: unknown): boolean {
  const root = rootOf(error);
  return root instanceof ApplicationFailure && lasting.has(root.type ?? '');
}

/** Agents and model calls are tried again as a whole; a tool's attempts are those of its activity. */
function attemptsOf(node: PipelineNode): number {
  const triedAsAWhole = node.kind === 'agent' || node.kind === 'model';
  return triedAsAWhole ? (node.retry?.maximumAttempts ?? 1) : 1;
}

/** Agents, model calls, tools and approvals keep their own time. */
function timeoutOf(node: PipelineNode): string | undefined {
  return node.kind === 'pipeline' || node.kind === 'map' ? node.timeout : undefined;
}

async function withinTimeout(
  timeout: string,
  { nodePath, state }: Pick<NodeContext, 'nodePath' | 'state'>,
  run: () => NodeResult | Promise<NodeResult>,
): Promise<NodeResult> {
  const time = createWorkingTime({
    limitMs: durationMs(timeout),
    isPaused: () => state.status === 'waiting',
    summary: `${nodePath} · time limit`,
  });
  try {
    return await time.run(async () => run());
  } catch (error) {
    throw error instanceof OutOfTime ? outOfTime(timeout) : error;
  }
}
