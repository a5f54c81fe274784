import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * The run of an id.
 * @throws {Problem} `not-found`
 */
export async function requireRun({ runs }: Pick<Services, 'runs'>, id: string): Promise<RunRow> {
  const run = await runs.get(id);
  if (run) return run;
  const help = { request: 'GET /api/v1/runs', does: 'lists all runs' };
  throw new Problem('not-found', `Run ${id} not found.`, undefined, { help });
}
