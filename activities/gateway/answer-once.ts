import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Json } from '../../contracts/base/json.ts';
import { storable } from '../../contracts/base/text.ts';
import { callStopped } from '../../contracts/models/gateway-call.ts';
import type { CallProgress, GatewayFailure } from '../../contracts/models/gateway-call.ts';
import type { Booking } from '../../db/repositories/models/budgets.ts';
import type {
  BegunCall,
  GatewayCallRepository,
  GatewayCallRow,
} from '../../db/repositories/models/gateway-calls.ts';
import type { Book } from '../base/caller.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { untilStored } from '../base/until-stored.ts';
import { toFailure } from './failure.ts';
import { earlierProgress, firstProgress, whyOver } from './progress.ts';

type Answer = NonNullable<GatewayCallRow['response']>;

/** What a call has cost until now, to be booked with its answer. */
function createBookings() {
  const held: { booking: Booking; settle: () => Promise<void> }[] = [];

  async function settleAll(): Promise<void> {
    for (const { settle } of held.splice(0)) await settle();
  }

  return {
    book: (async (booking, settle) => {
      held.push({ booking, settle: () => untilStored(settle) });
    }) satisfies Book,
    /** Books each by itself. */
    settleAll,
    /** Has the last one booked by what stores the answer, or by itself where that fails. */
    async settleWith(store: (booking: Booking | undefined) => Promise<void>): Promise<void> {
      const last = held.pop();
      try {
        await settleAll();
        await store(last?.booking);
      } catch (error) {
        await last?.settle();
        throw error;
      }
    },
  };
}

/** What an answer is made with. */
export type Asking = {
  /** Called when a part of the answer is there to see. */
  onOutput: () => void;
  /** Keeps what it cost until the answer is stored. */
  book: Book;
};

/**
 * Answers a stored call once: one that has its answer is not asked again, and neither is one that nobody waits
 * for any more. The answer, or why there is none, is stored before the activity ends.
 * @param ask gives the answer.
 * @throws `ApplicationFailure` with a `GatewayFailure`'s type; Temporal tries those again that can succeed later.
 */
export async function answerOnce(
  calls: GatewayCallRepository,
  callId: string,
  ask: (call: BegunCall, asking: Asking) => Promise<Answer>,
): Promise<void> {
  await withHeartbeat(async () => {
    const { attempt } = Context.current().info;
    const begun = attempt === 1 ? await calls.begin(callId, firstProgress) : undefined;
    const call: BegunCall | undefined = begun ?? (await calls.get(callId));
    if (!call) {
      throw ApplicationFailure.nonRetryable(`Call ${callId} not found.`, 'GatewayCallNotFound');
    }
    if (call.status === 'completed') return;
    if (call.error) throw finalFailure(call.error);
    const earlier = earlierProgress(call, attempt);
    const over = whyOver(call, earlier);
    if (over) {
      await calls.fail(callId, over);
      throw finalFailure(over);
    }
    const progress = { ...earlier, begun: attempt };
    if (!begun) await calls.noteProgress(callId, progress);
    const bookings = createBookings();
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
      answer = await ask(call, { onOutput, book: bookings.book });
    } catch (error) {
      await noted;
      const cause = await bookings.settleAll().then(
        () => error,
        (unbooked: unknown) => unbooked,
      );
      throw await recordFailure(calls, callId, cause, { ...progress, hasOutput });
    }
    const response = storable(answer as Json) as Answer;
    await bookings.settleWith((booking) =>
      untilStored(() => calls.complete(callId, response, booking)),
    );
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
