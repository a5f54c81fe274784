import { ServiceError, isGrpcServiceError } from '@temporalio/client';

const invalidArgument = 3;
const resourceExhausted = 8;

/** Temporal gave no answer, or said that it cannot serve now. */
export class TemporalUnavailable extends Error {
  override readonly name = 'TemporalUnavailable';
}

/** Temporal will not take a run as it is, whenever it is asked. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** An error of Temporal's client, where it means that Temporal was not there or refused, as one that says so. */
export function toGatewayError(error: unknown): unknown {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcServiceError(cause)) {
    return cause.code === invalidArgument || isTooLarge(cause)
      ? new StartRefused(cause.details, { cause: error })
      : new TemporalUnavailable(cause.details, { cause: error });
  }
  return error instanceof ServiceError
    ? new TemporalUnavailable(error.message, { cause: error })
    : error;
}

/** A server that takes no message of this size takes it at no time; other shortages pass. */
function isTooLarge({ code, details }: { code: number; details: string }): boolean {
  return code === resourceExhausted && /larger than max/i.test(details);
}
