import { ApplicationFailure, log } from '@temporalio/activity';
import { DrizzleQueryError } from 'drizzle-orm';
import { isDatabaseAway as isAway } from '../../db/database-away.ts';
import type { CalledAgain, CallWaiting } from '../../contracts/activities/index.ts';

/** What a call waits for, or a failure tells as its second detail. */
export const databaseAway = { away: 'the database' };

/** Whether an error of the records, or a failure made of one, says that the database does not respond. */
export function isDatabaseAway(error: unknown): boolean {
  return isAway(error instanceof ApplicationFailure ? error.cause : error);
}

/**
 * What a call comes to that an error has ended: it is handed back, to be made again, where the database does not respond.
 * Nothing can be recorded until then.
 * @throws every other error.
 */
export function handBack(error: unknown, { soFar }: CalledAgain): CallWaiting {
  if (!isDatabaseAway(error)) throw error;
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  log.warn('The database does not respond. Baton will retry the call.', { error: cause });
  const reason = 'The database does not respond.';
  const waiting = { status: 'waiting', retryAfterMs: 0, reason, ...databaseAway } as const;
  return { ...waiting, ...(soFar && { soFar }) };
}
