import { ApplicationFailure } from '@temporalio/activity';

/** The failure of a call that may not be tried again, as its last try did not end. */
export function tooLate(): ApplicationFailure {
  return ApplicationFailure.nonRetryable('It did not finish within its time limit.', 'Timeout');
}

/** The failure of a last try: Temporal makes no other. */
export function usedUp(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isFailure = error instanceof ApplicationFailure;
  if (isFailure && error.nonRetryable) return error;
  const [found = null, told = {}] = isFailure ? (error.details ?? []) : [];
  const failure = ApplicationFailure.create({
    type: (isFailure ? error.type : undefined) ?? error.name,
    message: error.message,
    nonRetryable: true,
    details: [found, { ...(told as object), isUsedUp: true }],
  });
  if (error.stack !== undefined) failure.stack = error.stack;
  return failure;
}
