import { createHash, randomUUID } from 'node:crypto';
import type { FiringRow, NewFiring } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { startFiring } from './start-firing.ts';

/** So long is a firing left to the request that brought it. */
const ownMs = 5_000;

/** Notes a firing and starts its run, where nothing stands in the way. @returns it as it is then. */
export async function fireNow(services: Services, firing: NewFiring): Promise<FiringRow> {
  const { firings } = services;
  const noted = await firings.record({ ...firing, dueAt: new Date(Date.now() + ownMs) });
  if (noted.status === 'pending') await startFiring(services, noted);
  return (await firings.get(noted.id)) ?? noted;
}

/**
 * What tells a firing from others of a trigger: the same request, sent again, is the same firing.
 * @param given what the client sent to say so, of any length and form; left out, no other request is the same.
 */
export function firingKey(what: 'manual' | 'call', given: string | undefined): string {
  if (given === undefined) return `${what}-${randomUUID()}`;
  return `${what}-${createHash('sha256').update(given).digest('hex').slice(0, 32)}`;
}

/** @throws {Problem} `not-found` */
export async function requireTrigger(
  { triggers }: Pick<Services, 'triggers'>,
  id: string,
): Promise<TriggerRow> {
  const row = await triggers.get(id);
  if (row) return row;
  const help = { request: 'GET /api/v1/triggers', does: 'lists the triggers' };
  throw new Problem('not-found', `Trigger ${id} not found.`, undefined, { help });
}
