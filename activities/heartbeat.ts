import { heartbeat } from '@temporalio/activity';

/** Temporal passes on at most one heartbeat a second. */
const intervalMs = 1_000;

/** Tells Temporal every second that the activity is alive, from before `work` begins until it ends. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  heartbeat();
  const timer = setInterval(heartbeat, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
