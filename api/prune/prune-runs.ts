import type { z } from 'zod';
import type { prunedSchema } from '../../contracts/api/index.ts';
import type { RunStatus } from '../../contracts/runs/run.ts';
import type { PruneTerms } from '../../db/repositories/runs/prune.ts';
import type { Services } from '../services.ts';

const dayMs = 24 * 60 * 60_000;

/** Limits of the details of runs, as people write them. */
export type KeepLimits = { olderThanDays?: number | undefined; maxMegabytes?: number | undefined };

function termsOf({ olderThanDays: days, maxMegabytes: size, keep }: Limits): PruneTerms {
  return {
    keep,
    before: days === undefined ? undefined : new Date(Date.now() - days * dayMs),
    maxBytes: size === undefined ? undefined : size * 2 ** 20,
  };
}

type Limits = KeepLimits & { keep?: RunStatus[] | undefined };

/**
 * Deletes the details of ended runs, or says what it would delete. What is deleted is on the access log before.
 * @param options.by who asks for it; null for Baton itself.
 */
export async function pruneRuns(
  { pruning, accessLog }: Pick<Services, 'pruning' | 'accessLog'>,
  limits: Limits,
  { dryRun, by, address = null }: { dryRun: boolean; by: string | null; address?: string | null },
): Promise<z.infer<typeof prunedSchema>> {
  const { chosen: found, of } = await pruning.find(termsOf(limits));
  if (!dryRun && found.length > 0) {
    const detail = { ...limits, runs: found.length };
    await accessLog.add({ by, action: 'runs.pruned', detail, address });
  }
  const pruned = dryRun ? found : await pruning.prune(found);
  const total = (part: 'artifacts' | 'bytes' | 'messages' | 'steps') =>
    pruned.reduce((sum, run) => sum + run[part], 0);
  return {
    runs: pruned.length,
    steps: total('steps'),
    messages: total('messages'),
    artifacts: total('artifacts'),
    bytes: total('bytes'),
    of,
    dryRun,
  };
}
