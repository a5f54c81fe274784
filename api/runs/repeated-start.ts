import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../contracts/api/index.ts';
import { effectText } from '../../contracts/runs/effects.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { Services } from '../services.ts';
import { effectsOf } from './run-effects.ts';

type Start = Pick<RunRow, 'pipeline' | 'input' | 'user'>;

/** An earlier run that is older than this is no attempt at the same. */
const sinceMs = 24 * 60 * 60_000;
const mostRuns = 20;

/**
 * Warns where a run of the same pipeline with the same input did not complete and has had side effects: this one may have
 * them again.
 */
export function warnOfRepeat(services: Services, run: Start): Promise<FieldProblem[]> {
  return whileShowing(() => repeats(services, run));
}

async function repeats(
  services: Services,
  { pipeline, input, user }: Start,
): Promise<FieldProblem[]> {
  const since = new Date(Date.now() - sinceMs);
  const runs = await services.runs.broken({ pipeline, user, since, limit: mostRuns });
  for (const run of runs.filter((one) => isDeepStrictEqual(one.input, input))) {
    const did = (await effectsOf(services, run)).filter(({ state }) => state !== 'none');
    if (did.length === 0) continue;
    const message = `run ${run.id} had the same input, did not complete, and had these side effects: ${did.map(effectText).join('; ')}`;
    const fix = `check that they do not happen twice; \`npx baton retry ${run.id}\` continues that run instead`;
    return [{ path: 'input', message, fix }];
  }
  return [];
}
