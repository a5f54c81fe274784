import type { CallProgress, GatewayFailure } from '../../contracts/models/gateway-call.ts';
import type { GatewayCallRow } from '../../db/repositories/models/gateway-calls.ts';

const none: CallProgress = { begun: 0, returned: 0, failures: 0, hasOutput: false };

/** A first attempt that has begun. */
export const firstProgress: CallProgress = { ...none, begun: 1 };

/** What the attempts before this one came to; what an earlier activity of the call left counts for nothing. */
export function earlierProgress(
  { progress }: Pick<GatewayCallRow, 'progress'>,
  attempt: number,
): CallProgress {
  return attempt > 1 && progress ? progress : none;
}

/** Why an attempt must not ask a model any more, where it must not. */
export function whyOver(
  { idempotencyKey, kind }: Pick<GatewayCallRow, 'idempotencyKey' | 'kind'>,
  { begun, returned, hasOutput }: CallProgress,
): GatewayFailure | undefined {
  if (hasOutput) return { type: 'Interrupted', message: brokenOff };
  const isLost = returned < begun;
  if (!isLost || idempotencyKey !== null) return undefined;
  return { type: 'Interrupted', message: lost[kind] };
}

const brokenOff =
  'The answer was interrupted after part of it had been sent, so Baton does not retry the model call. Send ' +
  'the request again.';
const lostModelCall =
  'The worker that called the model stopped. Baton does not retry a request without an Idempotency-Key, ' +
  'because it may have been charged. Send it again; add a key if it must be charged only once.';
const lostCall =
  'The worker that made the call stopped. Baton does not repeat the call, because it may have been executed. ' +
  'Check whether it did, and send the request again if not.';
const lost = {
  chat: lostModelCall,
  embeddings: lostModelCall,
  tool: lostCall,
  memory: lostCall,
} satisfies Record<GatewayCallRow['kind'], string>;
