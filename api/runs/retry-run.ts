import type { z } from 'zod';
import type { RetriedRuns, retryRunsSchema } from '../../contracts/api/index.ts';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { storeAndStart } from './create-run.ts';
import type { RunOptions } from './create-run.ts';
import type { CreatedRun } from './earlier-run.ts';
import { forecastRetry } from './forecast-retry.ts';
import { requireRun } from './require-run.ts';
import { planRetryOf } from './plan-retry.ts';
import type { PlannedRetry } from './plan-retry.ts';

type RetryOptions = Pick<RunOptions, 'startedBy' | 'idempotency'> & {
  /** Whether the run may have been retried before. */
  again?: boolean | undefined;
};

/** Starts a run that retries another, on behalf of the same user and on the same terms. */
export async function startRetry(
  services: Services,
  { id, kind, agent, user, priority, budget, notify }: RunRow,
  { compiled, input, retry, warnings }: PlannedRetry,
  { startedBy, idempotency, again = false }: RetryOptions,
): Promise<CreatedRun> {
  const triedNode = retry.only ?? null;
  // Who tries a node looks at it.
  const told = triedNode === null ? notify : 'none';
  const terms = { kind, agent, user, priority, budget, notify: told, startedBy };
  const run = { ...terms, compiled, input, retry, retryOf: id, triedNode };
  const isFree = again || triedNode !== null;
  return storeAndStart(services, run, { warnings, idempotency, again: isFree });
}

/** Retries the runs of a filter that no other run retries, each from where it stopped; a dry run starts none. */
export async function retryRuns(
  services: Services,
  { version, limit: most, dryRun, ...filter }: z.output<typeof retryRunsSchema>,
  { startedBy }: Pick<RunOptions, 'startedBy'>,
): Promise<RetriedRuns> {
  const limit = filter.ids?.length ?? most;
  const rows = await whileShowing(() =>
    services.runs.list({ ...filter, isNotRetried: true, limit: limit + 1 }),
  );
  const retried: RetriedRuns['runs'] = [];
  for (const { id } of rows.slice(0, limit)) retried.push(await retryOne(id));
  return { runs: retried, more: rows.length > limit };

  async function retryOne(id: string): Promise<RetriedRuns['runs'][number]> {
    try {
      const run = await requireRun(services, id);
      const planned = await planRetryOf(services, run, { pipeline: version });
      const { saved, effects } = await forecastRetry(services, run, planned);
      const started = dryRun ? null : await startRetry(services, run, planned, { startedBy });
      const retriedAs = started?.id ?? null;
      return { id, retriedAs, problem: null, effects: effects.length, saved };
    } catch (error) {
      if (!(error instanceof Problem || error instanceof UnreadableRecord)) throw error;
      return { id, retriedAs: null, problem: error.message, effects: 0, saved: null };
    }
  }
}
