import { ApplicationFailure, Context } from '@temporalio/activity';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import { databaseAway } from '../base/database-away.ts';
import { triesOfActivity } from '../base/tries.ts';
import type { WorkClock } from '../base/work-clock.ts';

/**
 * The latest attempt that may be on record as the first one begins; undefined where a call that waited left its own there.
 * A local activity begins anew with its worker.
 */
export function latestOfFirst({ waitingSince, approvalId }: RunToolInput): number | undefined {
  const { isLocal, attempt } = Context.current().info;
  return isLocal || waitingSince !== undefined || approvalId !== undefined ? undefined : attempt;
}

/** Ends a little before Temporal's own limit, so that the error is ours. It hears no cancel. */
export function deadline(): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Context.current().info.startToCloseTimeoutMs - 1_000));
}

/** Whether Temporal still waits for this attempt, and will until the tool has begun. */
export function isOurs(): boolean {
  const { notFound = false, timedOut = false } = Context.current().cancellationDetails ?? {};
  return !notFound && !timedOut && triesOfActivity().leftMs() > 0;
}

/** An attempt that stops before it calls the tool, since the database stalled. Temporal makes another. */
export function overtaken(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Overtaken',
    message: 'The database was slow, so another attempt took over. This one did not call the tool.',
    details: [null, databaseAway],
  });
}

/** Whether the agent that asks has no time for another try. */
export function isOut({ leftMs = Infinity }: RunToolInput, clock: WorkClock): boolean {
  return clock.worked().workedMs >= leftMs;
}
