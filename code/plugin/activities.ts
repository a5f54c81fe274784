import { createHash } from 'node:crypto';
import { ApplicationFailure, activityInfo, cancellationSignal } from '@temporalio/activity';
import type { RunView } from '../../contracts/api/index.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { RequestRefused } from '../client/errors.ts';
import { followEvents } from '../client/follow-events.ts';
import { createRequests } from '../client/requests.ts';
import { sharedRoutes } from '../client/routes.ts';
import { failureTypes, goesOn } from '../workflow/messages.ts';
import type { BatonActivities, StartAsked } from '../workflow/messages.ts';

/** A run that ends soon is told of at once; for others no slot of the worker is held. */
const followedMs = 10_000;
const longestPauseMs = 15_000;

/** The activities by which workflows run what Baton has. */
export function createActivities({ url, key }: { url: string; key: string }): BatonActivities {
  const requests = createRequests({ address: url.replace(/\/+$/, ''), key });
  const routes = sharedRoutes(requests);

  return {
    batonStartRun: (asked) =>
      mapped(async () => {
        const { id } = await start(asked, startKey());
        return { runId: id };
      }),

    batonRunEnd: ({ runId }) =>
      mapped(async () => {
        const { attempt } = activityInfo();
        if (attempt === 1) await follow(runId);
        const run = await routes.run(runId);
        if (!hasEnded(run.status)) {
          throw ApplicationFailure.create({
            message: `Run ${runId} is ${run.status}`,
            type: goesOn,
            nextRetryDelay: Math.min(attempt * 1_000, longestPauseMs),
          });
        }
        if (run.status !== 'completed') throw failureOf(run);
        return { runId, output: run.output };
      }),

    batonCancelRun: ({ runId, reason }) =>
      mapped(async () => {
        try {
          await routes.cancelRun(runId, reason);
        } catch (error) {
          // It has ended meanwhile.
          if (!(error instanceof RequestRefused && error.status === 409)) throw error;
        }
      }),
  };

  function start(asked: StartAsked, idempotencyKey: string): Promise<{ id: string }> {
    return 'agent' in asked
      ? routes.giveTask(asked, idempotencyKey)
      : routes.startRun(asked, idempotencyKey);
  }

  /** Until it ends, or some time has passed. */
  async function follow(runId: string): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(followedMs), cancellationSignal()]);
    try {
      for await (const event of followEvents(requests, runId, { signal })) void event;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** The same at every attempt of an activity, and of no other. */
function startKey(): string {
  const { workflowNamespace, workflowExecution, activityId } = activityInfo();
  const { workflowId, runId } = workflowExecution ?? {};
  const place = JSON.stringify([workflowNamespace, workflowId, runId, activityId]);
  return `temporal-${createHash('sha256').update(place).digest('hex')}`;
}

function failureOf({ id, status, error }: RunView): ApplicationFailure {
  const type = failureTypes[status as keyof typeof failureTypes];
  const message = `Run ${id} is ${status}${error ? `: ${error.message}` : ''}`;
  return ApplicationFailure.nonRetryable(message, type, { runId: id, status });
}

/** What Baton refuses for good is not tried again; what may go better later is. */
async function mapped<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const { status, message, kind } = error;
    if (status >= 500 || status === 429 || status === 408) throw error;
    throw ApplicationFailure.nonRetryable(message, failureTypes.refused, { kind });
  }
}
