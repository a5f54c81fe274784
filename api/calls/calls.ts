import { createHash } from 'node:crypto';
import type { Bus } from '../../bus/bus.ts';
import { requireRoom } from '../base/disk-room.ts';
import type { LookAtDisk } from '../base/disk-room.ts';
import { callChannel } from '../../contracts/runs/events.ts';
import type { StreamEvent } from '../../contracts/runs/events.ts';
import { callStopped } from '../../contracts/models/gateway-call.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import type {
  GatewayCallRepository,
  GatewayCallRow,
} from '../../db/repositories/models/gateway-calls.ts';
import { KeyLimitReached } from '../../db/repositories/models/key-rates.ts';
import type { KeyRates } from '../../db/repositories/models/key-rates.ts';
import { Problem, readinessHelp } from '../base/problem.ts';
import { newCallId } from '../base/run-id.ts';
import type { StandaloneActivities, StartActivity } from '../temporal/standalone-activities.ts';
import { TemporalUnavailable } from '../temporal/index.ts';
import { failureProblem } from './failure-problem.ts';

export type CallRequest = Pick<GatewayCallRow, 'kind' | 'request' | 'user'> &
  Pick<StartActivity, 'priority' | 'summary'> & {
    idempotencyKey: string | undefined;
    /** The API key that asks, with how often it may. */
    key?: { id: string; rates: KeyRates } | undefined;
    /** What the client asked, as far as it decides the answer: a repeated request is known by it. */
    body: unknown;
  };

/** A call that is stored, and that somebody waits for. */
export type OpenCall<Answer> = {
  id: string;
  /** Tells of what the call says from now on, as far as the bus brings it; gives the way to stop it. */
  follow(listener: (event: StreamEvent) => void): Promise<() => void>;
  /**
   * Starts the call where it does not run yet, and waits for its answer. When nobody waits for it any more,
   * since every `signal` has aborted, the call is stopped.
   * @throws {Problem} that says why there is no answer.
   */
  answer(signal: AbortSignal): Promise<Answer>;
};

const activityOf = {
  chat: 'answerChat',
  embeddings: 'embedTexts',
  tool: 'callTool',
  memory: 'askMemory',
} as const;

/** The calls of the gateway: each is stored first, and then an activity of its own. */
export function createCalls({
  bus,
  gatewayCalls,
  activities,
  lookAtDisk,
}: {
  bus: Pick<Bus, 'subscribe'>;
  gatewayCalls: GatewayCallRepository;
  activities: Pick<StandaloneActivities, 'start' | 'end' | 'cancel'>;
  lookAtDisk?: LookAtDisk | undefined;
}) {
  const attendance = createAttendance(
    async (id) => {
      // First: a start that is still on its way then finds a call that is over.
      await gatewayCalls.fail(id, callStopped);
      await activities.cancel(id, 'The client no longer waits for the answer');
      await activities.end(id, new AbortController().signal);
    },
    (error) => error instanceof Problem,
  );

  /** What an activity could not note itself, since its worker had died or its time was over. */
  async function noteFailure(
    id: string,
    failure: Awaited<ReturnType<StandaloneActivities['end']>>,
  ) {
    if (failure) await gatewayCalls.fail(id, failure);
    return failure;
  }

  /** The bus tells of an end sooner than Temporal does, where it tells of it. */
  async function followEnd(id: string): Promise<{ finished: Promise<void>; stop: () => void }> {
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const stop = await bus
      .subscribe(callChannel(id), ({ type }) => type === 'finish' && resolve())
      .catch(() => () => undefined);
    return { finished, stop };
  }

  async function storedAnswer(id: string) {
    const row = await gatewayCalls.status(id);
    return row?.status === 'completed' ? row.response : undefined;
  }

  async function run(start: StartActivity, signal: AbortSignal) {
    const { callId } = start;
    const polling = new AbortController();
    const { finished, stop } = await followEnd(callId);
    try {
      await activities.start(start, signal);
      const ended = activities.end(callId, AbortSignal.any([signal, polling.signal]));
      const failed = ended.then((failure) => noteFailure(callId, failure));
      await Promise.race([finished, failed]);
      const answer = await storedAnswer(callId);
      if (answer) {
        failed.catch(() => undefined);
        return answer;
      }
      const failure = await failed;
      const row = await gatewayCalls.status(callId);
      throw failureProblem(row?.error ?? failure);
    } finally {
      polling.abort();
      stop();
    }
  }

  return {
    /** @throws {Problem} `idempotency-mismatch` when another request was sent under the key, `disk-full` without room. */
    async open<Answer>(request: CallRequest): Promise<OpenCall<Answer>> {
      const { kind, user, idempotencyKey = null, body, key, priority, summary } = request;
      await requireRoom(lookAtDisk);
      // Only a repeated key is compared by it.
      const requestHash =
        idempotencyKey === null
          ? 'none'
          : createHash('sha256')
              .update(canonicalJson([kind, body]))
              .digest('hex');
      const newId = newCallId();
      const stored = { id: newId, kind, user, idempotencyKey, requestHash };
      const claimed = await gatewayCalls
        .claim({ ...stored, request: request.request, ...(key && { keyId: key.id }) }, key?.rates)
        .catch((error: unknown) => {
          if (!(error instanceof KeyLimitReached)) throw error;
          const { message, retryAfterMs } = error;
          throw new Problem('too-many-requests', message, undefined, { retryAfterMs });
        });
      const { id, status, response } = claimed;
      if (claimed.requestHash !== requestHash) throw new Problem('idempotency-mismatch', mismatch);
      return {
        id,
        follow: (listener) => bus.subscribe(callChannel(id), listener),
        async answer(signal) {
          if (status === 'completed') return response as Answer;
          return attendance
            .attend(id, signal, async () => {
              if (id !== newId) await gatewayCalls.reopen(id);
              const start = { activity: activityOf[kind], callId: id, priority, user, summary };
              return (await run(start, signal)) as Answer;
            })
            .catch((error: unknown) => {
              if (!(error instanceof TemporalUnavailable)) throw error;
              throw new Problem(
                'unavailable',
                idempotencyKey === null ? gaveUp : gaveUpKeyed,
                undefined,
                {
                  isNotToBeRetried: idempotencyKey === null,
                  help: readinessHelp,
                },
              );
            });
        },
      };
    },
  };
}

const gaveUp =
  'Temporal does not respond. The call is being cancelled, but it may have started, and model usage so far is charged. ' +
  'Sending the request again may charge it again.';
const gaveUpKeyed =
  'Temporal does not respond. The call is being cancelled, but it may have started. Send the request again with the same ' +
  'Idempotency-Key to get its answer if there is one.';

const mismatch =
  'This Idempotency-Key was used for another request within the last 24 hours. ' +
  'Use a new key for a new request.';

/**
 * Counts who waits for a call. When the last of them goes away or gives up before its end, the call is stopped;
 * who asks for it again meanwhile waits until it has.
 * @param stop ends a call. Where it cannot, the call ends by itself.
 * @param isEnd whether an error of waiting is how the call ended.
 */
export function createAttendance(
  stop: (id: string) => Promise<void>,
  isEnd: (error: unknown) => boolean,
) {
  const waiting = new Map<string, number>();
  const stopping = new Map<string, Promise<void>>();

  function leave(id: string, { hasEnded }: { hasEnded: boolean }): void {
    const left = (waiting.get(id) ?? 1) - 1;
    if (left > 0) {
      waiting.set(id, left);
      return;
    }
    waiting.delete(id);
    if (hasEnded) return;
    const stopped = stop(id)
      .catch(() => undefined)
      .then(() => void stopping.delete(id));
    stopping.set(id, stopped);
  }

  return {
    /** Waits for a call by `wait`, which ends when `signal` aborts. */
    async attend<Answer>(
      id: string,
      signal: AbortSignal,
      wait: () => Promise<Answer>,
    ): Promise<Answer> {
      await stopping.get(id);
      signal.throwIfAborted();
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
      let hasEnded = false;
      try {
        const answer = await wait();
        hasEnded = true;
        return answer;
      } catch (error) {
        hasEnded = isEnd(error);
        throw error;
      } finally {
        leave(id, { hasEnded });
      }
    },
  };
}
