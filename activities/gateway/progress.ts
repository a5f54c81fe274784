import type { CallProgress, GatewayFailure } from '../../contracts/models/gateway-call.ts';
import type { GatewayCallRow } from '../../db/repositories/models/gateway-calls.ts';

const none: CallProgress = { begun: 0, returned: 0, failures: 0, hasOutput: false };

/** What the attempts before this one came to; what an earlier activity of the call left counts for nothing. */
export function earlierProgress(
  { progress }: Pick<GatewayCallRow, 'progress'>,
  attempt: number,
): CallProgress {
  return attempt > 1 && progress ? progress : none;
}

/** Why an attempt must not ask a model any more, where it must not. */
export function whyOver(
  { idempotencyKey }: Pick<GatewayCallRow, 'idempotencyKey'>,
  { begun, returned, hasOutput }: CallProgress,
): GatewayFailure | undefined {
  if (hasOutput) return { type: 'Interrupted', message: brokenOff };
  const isLost = returned < begun;
  return isLost && idempotencyKey === null ? { type: 'Interrupted', message: lost } : undefined;
}

const brokenOff =
  'The answer was interrupted after part of it had been sent, so Baton does not retry the model call. Send ' +
  'the request again.';
const lost =
  'The worker that called the model stopped. Baton does not retry a request without an Idempotency-Key, ' +
  'because it may have been charged. Send it again; add a key if it must be charged only once.';
