import type { RunEffect } from '../../contracts/runs/effects.ts';
import { readEffects } from '../../db/repositories/runs/effects.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { requirePublished } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';

type Readers = Pick<Services, 'approvals' | 'catalog' | 'resolveEffects' | 'runs' | 'steps'>;
type Run = Pick<RunRow, 'id' | 'status' | 'endedAt'>;

/**
 * What a run has done outside, as it is known now.
 * @throws {Problem} `unavailable` until a worker has said which tools have side effects.
 */
export async function effectsOf(services: Readers, run: Run): Promise<RunEffect[]> {
  return readEffects(services, run, requirePublished(await services.catalog.effectTools()));
}

/** The same for who looks at the run; nothing where the catalog cannot be read, since the rest is shown all the same. */
export async function shownEffects(services: Readers, run: Run): Promise<RunEffect[]> {
  const tools = await services.catalog.effectTools().catch(() => undefined);
  return readEffects(services, run, tools ?? []);
}
