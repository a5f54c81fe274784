import { DrizzleQueryError } from 'drizzle-orm';

/**
 * SQLSTATEs of a server that cannot serve now: lost connections (08), no room or too many connections (53), shut down
 * or starting (57P), a broken disk (58), and one that only reads while another takes over (25006).
 */
const passing = /^(08\w{3}|53\w{3}|57P0[1235]|58\w{3}|25006)$/;
/** What the system and the driver say of a connection that is not there. */
const lost = /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const lostInWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|Query read timeout)/;

/** Whether an error of the records says that the database does not respond, so that the same will work once it does. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return lost.test(code) || passing.test(code);
  return lostInWords.test(cause.message);
}
