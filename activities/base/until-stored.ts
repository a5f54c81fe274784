import { setTimeout as pause } from 'node:timers/promises';
import { asyncLocalStorage } from '@temporalio/activity';
import { isGivenUp, stopSignal } from './flights.ts';
import { isDatabaseAway } from './database-away.ts';
import { triesOfActivity } from './tries.ts';

const shortestPauseMs = 100;
const longestPauseMs = 1_000;
/** A longer outage is for the workflow to wait for. */
const longestMs = 2 * 60_000;

/**
 * Stores what has come and cannot be had again for nothing, such as a model's answer: again and again while the database
 * does not respond, for two minutes at most, and within the time of the activity.
 * @param store has no effect when it is done twice.
 * @throws what `store` threw last.
 */
export async function untilStored<Result>(store: () => Promise<Result>): Promise<Result> {
  const activity = asyncLocalStorage.getStore();
  const signal = activity && stopSignal();
  // Where Temporal took the attempt for dead, the one that takes its place is to find what has come.
  const isStopped = () => signal?.aborted === true && !isGivenUp(activity!);
  const leftMs = activity ? triesOfActivity().leftMs() : longestMs;
  const until = performance.now() + Math.min(longestMs, leftMs);
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await store();
    } catch (error) {
      const isLast = isStopped() || performance.now() + pauseMs > until;
      if (isLast || !isDatabaseAway(error)) throw error;
    }
    // A cancel ends the pause, and what has come is stored once more.
    const stop = signal?.aborted ? undefined : signal;
    await pause(pauseMs, undefined, { ...(stop && { signal: stop }) }).catch(() => undefined);
  }
}
