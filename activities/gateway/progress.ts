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
  'The answer broke off after a part of it had been sent, so the model call is not retried. ' +
  'Send the request again.';
const lost =
  'The worker that called the model died. A request without an Idempotency-Key is not retried ' +
  'automatically, because it may have been charged. Send it again, with a key if it must be charged only once.';
