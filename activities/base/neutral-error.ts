import { ApplicationFailure, Context } from '@temporalio/activity';
import { DrizzleQueryError } from 'drizzle-orm';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import { databaseAway, isDatabaseAway } from './database-away.ts';
import { workerLog } from '../../contracts/base/log-places.ts';

type Activity = (input: never) => Promise<unknown>;

/**
 * The same activities, whose database errors reach nobody but the worker's log: they hold the query and
 * its parameters, which may be a conversation. Every other error passes unchanged.
 *
 * @throws `ApplicationFailure` of type `RecordsUnavailable`, retryable, in place of a database error; of type
 *   `RecordsRefused`, which no retry mends, where the database does not take a value; of type `UnreadableRecord`, which no
 *   retry mends either, where a key is missing.
 */
export function withNeutralErrors<Given extends Record<keyof Given, Activity>>(
  activities: Given,
): Given {
  const entries = Object.entries<Activity>(activities);
  return Object.fromEntries(entries.map(([name, run]) => [name, neutral(run)])) as Given;
}

function neutral(run: Activity): Activity {
  return async (input) => {
    try {
      return await run(input);
    } catch (error) {
      throw neutralError(error);
    }
  };
}

function neutralError(error: unknown): unknown {
  if (error instanceof UnreadableRecord) {
    return ApplicationFailure.nonRetryable(error.message, error.name);
  }
  const databaseError = databaseErrorOf(error);
  if (!databaseError) return error;
  const { query, cause } = databaseError;
  Context.current().log.error('The database refused a query.', { query, error: cause });
  if (isOfData(cause)) {
    return ApplicationFailure.nonRetryable(
      `A value of this step could not be stored. See ${workerLog}.`,
      'RecordsRefused',
    );
  }
  return ApplicationFailure.retryable(
    `The records could not be read or written. See ${workerLog}.`,
    'RecordsUnavailable',
    ...(isDatabaseAway(databaseError) ? [null, databaseAway] : []),
  );
}

/** Whether an error is of SQLSTATE class 22: a value that is not of its type's form, today or later. */
function isOfData(cause: unknown): boolean {
  return /^22\w{3}$/.test(String((cause as { code?: unknown } | undefined)?.code));
}

/** An activity may have wrapped the error, with its text, in a failure of its own. */
function databaseErrorOf(error: unknown): DrizzleQueryError | undefined {
  const inner = error instanceof ApplicationFailure ? error.cause : error;
  return inner instanceof DrizzleQueryError ? inner : undefined;
}
