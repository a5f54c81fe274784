import { eachRow } from './each-row.ts';
import type { OnRowError } from './each-row.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { effectsOf } from '../runs/run-effects.ts';
import { settleRun } from '../runs/settle-run.ts';
import { startRun } from '../runs/start-run.ts';
import type { Services } from '../services.ts';

/** A pending run younger than this is still being started by the request that brought it. */
const startingMs = 5_000;
/** A pending run whose workflow Temporal has waits its turn: Temporal is asked of it again after this time. */
const waitingMs = 5 * 60_000;
const pageSize = 200;

/** When Temporal was last asked of a run that it had, by the run's id. */
export type KnownRuns = Map<string, number>;

/**
 * Brings records and Temporal together: starts runs that were accepted while Temporal was away,
 * ends the record of runs whose workflow is over without having said so, and notes what side effects came to that were open
 * when their run ended. What fails for one run is told and does not
 * hold up the others; while Temporal is away, nothing is done.
 * @param options.now in milliseconds since 1970.
 * @param options.known what the rounds of a process keep between them: a thousand tasks in the queue are not asked for
 * in every one.
 */
export async function reconcileRuns(
  services: Services,
  {
    now = Date.now(),
    known = new Map(),
    onError,
  }: { now?: number; known?: KnownRuns; onError: OnRowError },
): Promise<void> {
  const { runs, temporal } = services;
  const seen = new Set<string>();
  const wasThere = await eachRow({
    page: async (last) => rowsOf(await runs.pending(new Date(now - startingMs), after(last))),
    async work({ id }) {
      seen.add(id);
      if (now - (known.get(id) ?? -Infinity) < waitingMs) return;
      const execution = await temporal.execution(id);
      if (execution) {
        await settleRun(services, id, execution);
        known.set(id, now);
        return;
      }
      const run = await runs.get(id);
      if (run?.status === 'pending') await startRun(services, run);
    },
    onError,
  });
  if (!wasThere) return;
  for (const id of known.keys()) if (!seen.has(id)) known.delete(id);
  await eachRow({
    page: (last: Unsettled | undefined) => runs.unsettled(after(last)),
    async work(run) {
      const { id, status } = run;
      if (hasEnded(status)) await runs.settleEffects(id, await effectsOf(services, run));
      else await settleRun(services, id, await temporal.execution(id));
    },
    onError,
  });
}

type Unsettled = Awaited<ReturnType<Services['runs']['unsettled']>>[number];

const rowsOf = (ids: string[]) => ids.map((id) => ({ id }));

const after = (last: { id: string } | undefined) => ({
  ...(last && { after: last.id }),
  limit: pageSize,
});
