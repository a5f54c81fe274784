import { ApplicationFailure } from '@temporalio/activity';

const type = 'Replaced';

/** What ends an attempt that another one has taken the place of, before it begins what would be paid for twice. */
export function replaced(): ApplicationFailure {
  const message = 'Temporal considered this attempt dead; the next attempt makes the call.';
  return ApplicationFailure.retryable(message, type);
}

export const isReplaced = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.type === type;
