import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { DefinedPipeline, InputOf } from '../define-pipeline.ts';
import { failureTypes } from './messages.ts';
import type { BatonActivities, RunFailure, RunTerms, StartAsked } from './messages.ts';

export type { RunFailure, RunTerms } from './messages.ts';

export type RunOptions = RunTerms & {
  /** What becomes of the run when the workflow is cancelled: cancelled too, or left to go on. @default 'cancel' */
  whenCancelled?: 'cancel' | 'abandon';
};

const { batonStartRun, batonCancelRun } = proxyActivities<BatonActivities>({
  startToCloseTimeout: '1 minute',
});
// A failure that Temporal tries again is no event of the history: a run of weeks leaves as much there as one of seconds.
const { batonRunEnd } = proxyActivities<BatonActivities>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '1 minute' },
});

/**
 * Runs a stored pipeline of Baton, and gives its output. It is started once, however often this workflow is replayed or
 * its worker is killed.
 * @param pipeline its name. With `runPipeline<typeof dinner>('dinner', …)` the input has the types of a pipeline in code.
 * @throws {ApplicationFailure} where the run does not complete: {@link runFailureOf} says how.
 */
export async function runPipeline<
  Pipeline extends { name: string } = DefinedPipeline<JsonObject>,
  Output = Json,
>(
  pipeline: string,
  input: InputOf<Pipeline>,
  { version, ...options }: RunOptions & { version?: string } = {},
): Promise<Output> {
  const asked = { pipeline, input: (input ?? {}) as JsonObject, ...(version && { version }) };
  return (await runToEnd(asked, options)) as Output;
}

/**
 * Gives a task to an agent of Baton, and gives its result.
 * @throws {ApplicationFailure} where the task does not complete: {@link runFailureOf} says how.
 */
export async function runAgent<Result = Json>(
  agent: string,
  task: string,
  options: RunOptions = {},
): Promise<Result> {
  return (await runToEnd({ agent, task }, options)) as Result;
}

/** What a failure of {@link runPipeline} or {@link runAgent} says of the run; undefined where no run has failed. */
export function runFailureOf(error: unknown): RunFailure | undefined {
  if (!(error instanceof ApplicationFailure)) return undefined;
  const { failed, timeout, cancelled } = failureTypes;
  const types: readonly (string | null | undefined)[] = [failed, timeout, cancelled];
  return types.includes(error.type) ? (error.details?.[0] as RunFailure) : undefined;
}

async function runToEnd(
  asked: StartAsked,
  { whenCancelled = 'cancel', ...terms }: RunOptions,
): Promise<Json> {
  try {
    // A start that has begun is awaited: otherwise nobody would know what to cancel.
    const run = await CancellationScope.nonCancellable(() => batonStartRun({ ...asked, ...terms }));
    try {
      const { output } = await batonRunEnd(run);
      return output;
    } catch (error) {
      if (isCancellation(error) && whenCancelled === 'cancel') {
        const reason = `Workflow ${workflowInfo().workflowId} was cancelled`;
        await CancellationScope.nonCancellable(() => batonCancelRun({ ...run, reason }));
      }
      throw error;
    }
  } catch (error) {
    // The run's own failure, not that of the activity that told of it.
    if (error instanceof ActivityFailure && error.cause instanceof ApplicationFailure) {
      throw error.cause;
    }
    throw error;
  }
}
