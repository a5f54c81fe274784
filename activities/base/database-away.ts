import { ApplicationFailure, log } from '@temporalio/activity';
import { DrizzleQueryError } from 'drizzle-orm';
import type { CalledAgain, CallWaiting } from '../../contracts/activities/index.ts';

/**
 * SQLSTATEs of a server that cannot serve now: lost connections (08), no room or too many connections (53), shut down
 * or starting (57P), a broken disk (58), and one that only reads while another takes over (25006).
 */
const passing = /^(08\w{3}|53\w{3}|57P0[1235]|58\w{3}|25006)$/;
/** What the system and the driver say of a connection that is not there. */
const lost = /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const lostInWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|Query read timeout)/;

/** What a call waits for, or a failure tells as its second detail. */
export const databaseAway = { away: 'the database' };

/** Whether an error of the records says that the database does not respond, so that the same will work once it does. */
export function isDatabaseAway(error: unknown): boolean {
  const inner = error instanceof ApplicationFailure ? error.cause : error;
  const cause = inner instanceof DrizzleQueryError ? inner.cause : inner;
  if (!(cause instanceof Error)) return false;
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return lost.test(code) || passing.test(code);
  return lostInWords.test(cause.message);
}

/**
 * What a call comes to that an error has ended: it is handed back, to be made again, where the database does not respond.
 * Nothing can be recorded until then.
 * @throws every other error.
 */
export function handBack(error: unknown, { soFar }: CalledAgain): CallWaiting {
  if (!isDatabaseAway(error)) throw error;
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  log.warn('The database does not respond. The call will be made again.', { error: cause });
  const reason = 'The database does not respond.';
  const waiting = { status: 'waiting', retryAfterMs: 0, reason, ...databaseAway } as const;
  return { ...waiting, ...(soFar && { soFar }) };
}
