import type { z } from 'zod';
import type { runListSchema } from '../../contracts/api/index.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import type { Services } from '../services.ts';
import { usedOf } from './run-costs.ts';
import { awaitedBy, summarizeRun } from './summarize-run.ts';

export type ListFilter = Omit<Parameters<RunRepository['list']>[0], 'after'>;

/** A page of runs, newest first. */
export async function listRuns(
  services: Services,
  { cursor, limit, ...filter }: ListFilter & { cursor?: string | undefined },
): Promise<z.infer<typeof runListSchema>> {
  const position = cursor === undefined ? undefined : decodeCursor(cursor);
  const after = position && { createdAt: position.at, id: position.id };
  const rows = await services.runs.list({ ...filter, after, limit: limit + 1 });
  const used = await services.modelCalls.ofRuns(rows.map(({ id }) => id));
  const retries = await services.runs.retriesOfEach(rows.map(({ id }) => id));
  const waits = await awaitedBy(services, rows);
  return pageOf(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => ({
      ...summarizeRun(row, services.links, waits),
      ...usedOf(used.get(row.id)),
      retriedAs: retries.get(row.id) ?? [],
    }),
  );
}
