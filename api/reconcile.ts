import { settleRun } from './runs/settle-run.ts';
import { startRun } from './runs/start-run.ts';
import type { Services } from './services.ts';
import { TemporalUnavailable } from './temporal.ts';

/** A pending run younger than this is still being started by the request that brought it. */
const startingMs = 5_000;

/**
 * Brings records and Temporal together: starts runs that were accepted while Temporal was away, and
 * ends the record of runs whose workflow is over without having said so. Stops at the first call that
 * Temporal does not answer; the next round goes on.
 */
export async function reconcileRuns(services: Services, now = Date.now()): Promise<void> {
  try {
    for (const run of await services.runs.pending()) {
      if (now - run.createdAt.getTime() < startingMs) continue;
      const execution = await services.temporal.execution(run.id);
      if (execution) await settleRun(services, run.id, execution);
      else await startRun(services, run);
    }
    for (const id of await services.runs.underWay()) {
      await settleRun(services, id, await services.temporal.execution(id));
    }
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
  }
}
