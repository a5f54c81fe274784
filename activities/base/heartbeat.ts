import { activityInfo } from '@temporalio/activity';
import { triesOfActivity } from './tries.ts';
import type { WorkClock } from './work-clock.ts';

/** Temporal passes on at most one heartbeat a second. */
const intervalMs = 1_000;

/**
 * Tells Temporal every second that the activity is alive, from before `work` begins until it ends.
 * @param clock stopped at the end; what it counted is told too, so that a later try knows it.
 */
export async function withHeartbeat<Result>(
  work: () => Promise<Result>,
  clock?: WorkClock,
): Promise<Result> {
  // A local activity has no heartbeat: the worker of its workflow is the one that dies.
  const { isLocal } = activityInfo();
  const tries = triesOfActivity();
  const tell = () => {
    if (!isLocal) tries.tellOpen(clock?.worked);
  };
  tell();
  const timer = setInterval(tell, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    clock?.stop();
  }
}
