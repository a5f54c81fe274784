import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Json } from '../../contracts/base/json.ts';
import { storable } from '../../contracts/base/text.ts';
import { callStopped } from '../../contracts/models/gateway-call.ts';
import type { CallProgress, GatewayFailure } from '../../contracts/models/gateway-call.ts';
import type {
  GatewayCallRepository,
  GatewayCallRow,
} from '../../db/repositories/models/gateway-calls.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { toFailure } from './failure.ts';
import { earlierProgress, whyOver } from './progress.ts';

type Answer = NonNullable<GatewayCallRow['response']>;

/**
 * Answers a stored call once: one that has its answer is not asked again, and neither is one that nobody waits
 * for any more. The answer, or why there is none, is stored before the activity ends.
 * @param ask gives the answer; calls `onOutput` when a part of it is there to see.
 * @throws `ApplicationFailure` with a `GatewayFailure`'s type; Temporal tries those again that can succeed later.
 */
export async function answerOnce(
  calls: GatewayCallRepository,
  callId: string,
  ask: (call: GatewayCallRow, onOutput: () => void) => Promise<Answer>,
): Promise<void> {
  await withHeartbeat(async () => {
    const call = await calls.get(callId);
    if (!call) {
      throw ApplicationFailure.nonRetryable(`Call ${callId} not found.`, 'GatewayCallNotFound');
    }
    if (call.status === 'completed') return;
    if (call.error) throw finalFailure(call.error);
    const { attempt } = Context.current().info;
    const earlier = earlierProgress(call, attempt);
    const over = whyOver(call, earlier);
    if (over) {
      await calls.fail(callId, over);
      throw finalFailure(over);
    }
    const progress = { ...earlier, begun: attempt };
    await calls.noteProgress(callId, progress);
    let hasOutput = false;
    let noted: Promise<unknown> = Promise.resolve();
    const onOutput = () => {
      if (hasOutput) return;
      hasOutput = true;
      // What is shown does not wait for it; where it fails, the end of the attempt notes it again.
      noted = calls.noteProgress(callId, { ...progress, hasOutput }).catch(() => undefined);
    };
    let answer: Answer;
    try {
      answer = await ask(call, onOutput);
    } catch (error) {
      await noted;
      throw await recordFailure(calls, callId, error, { ...progress, hasOutput });
    }
    await calls.complete(callId, storable(answer as Json) as Answer);
  });
}

async function recordFailure(
  calls: GatewayCallRepository,
  callId: string,
  error: unknown,
  progress: CallProgress,
): Promise<unknown> {
  const { cancellationSignal, cancellationDetails, cancelled, info, log } = Context.current();
  if (cancellationSignal.aborted) {
    // A worker that stops gives the call to the next one; only a cancel ends it.
    if (cancellationDetails?.cancelRequested) {
      await calls.fail(callId, callStopped);
    } else if (cancellationDetails?.workerShutdown) {
      await calls.noteProgress(callId, { ...progress, returned: info.attempt });
    }
    return cancelled.catch((reason: unknown) => reason);
  }
  const { failure, isFinal: isEnd } = toFailure(error, progress.failures);
  const isFinal = isEnd || progress.hasOutput;
  if (failure.type === 'Internal') log.error('A call of the gateway failed.', { callId, error });
  if (isFinal) {
    await calls.fail(callId, failure);
    return finalFailure(failure);
  }
  const failures = progress.failures + (failure.type === 'CallDelayed' ? 0 : 1);
  await calls.noteProgress(callId, { ...progress, failures, returned: info.attempt });
  return ApplicationFailure.create({
    type: failure.type,
    message: failure.message,
    nextRetryDelay: failure.retryAfterMs,
  });
}

const finalFailure = ({ type, message }: GatewayFailure) =>
  ApplicationFailure.nonRetryable(message, type);
