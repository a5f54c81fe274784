import { randomUUID } from 'node:crypto';
import { CallDelayed } from '../router.ts';
import { rateFactor } from './adaptive-rate.ts';
import { createCallQueue } from './call-queue.ts';
import { advance, giveBack, newLimitState, refuse, settle, take } from './limit-state.ts';
import type { Grant, LimitState } from './limit-state.ts';
import type { LimitStore } from './limit-store.ts';
import type { LimitedCall, ModelLimiter, Permit } from './limiter.ts';
import type { ModelLimits } from './model-limits.ts';
import { createMovingAverage } from './moving-average.ts';
import { estimateQueue } from './queue-estimate.ts';
import type { Estimated, QueuedCall } from './queue-estimate.ts';
import type { Amounts } from './minute-window.ts';

type Waiting = QueuedCall &
  LimitedCall & {
    /** Whether it has waited for as long as it may. */
    isLate: boolean;
    grant(grant: Grant): void;
    fail(error: unknown): void;
  };

/** Slots of a shared store become free without a word: it is asked this often. */
const pollMs = 40;
/** Rates change while a call waits. */
const longestSleepMs = 500;

/** The limits of one model in this process, over a store that other processes may share. */
export function createModelLimiter(options: {
  model: string;
  limits: ModelLimits;
  store: LimitStore;
}): ModelLimiter {
  const { model, limits, store } = options;
  const process = randomUUID();
  const queue = createCallQueue<Waiting>();
  const backlog = createBacklog();
  const durations = createMovingAverage();
  const held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let isServing = false;
  let isCalled = false;

  const update = <Result>(change: (state: LimitState, now: number) => Result) =>
    store.update(model, (now) => newLimitState(limits, now), change);

  /** Gives out what there is, one after the other, and sleeps until there may be more. */
  async function serve(): Promise<void> {
    isCalled = true;
    if (isServing) return;
    isServing = true;
    try {
      while (isCalled) {
        isCalled = false;
        clearTimeout(timer);
        const first = queue.first();
        if (first) await serveFirst(first);
      }
    } finally {
      isServing = false;
    }
  }

  async function serveFirst(first: Waiting): Promise<void> {
    const { priority, arrivedAt, tokens } = first;
    const ask = { id: randomUUID(), process, priority, arrivedAt, tokens, leaseMs: store.leaseMs };
    const waiting = [...queue.all()];
    const known = { limits, meanMs: durations.mean(), sentAway: backlog.amounts() };
    const { taken, estimates } = await update((state, now) => {
      const answer = take(state, limits, ask, now);
      const isAsked = !('grant' in answer) && waiting.some(({ isJudged }) => !isJudged);
      return {
        taken: answer,
        estimates: isAsked ? estimateQueue(state, waiting, known, now) : undefined,
      };
    });
    if ('grant' in taken) {
      isCalled = true;
      held.add(taken.grant.id);
      if (queue.serve(first)) first.grant(taken.grant);
      else await end(taken.grant, giveBack);
      return;
    }
    for (const estimated of estimates ?? []) judge(estimated);
    const sleepMs =
      taken.until === 'rate' ? Math.min(taken.waitMs, longestSleepMs) : longestSleepMs;
    timer = setTimeout(serve, store.isShared && taken.until !== 'rate' ? pollMs : sleepMs);
  }

  /** Sends away who would wait for too long, or has, or finds too many in the queue. */
  function judge({ call, ahead, isCrowded, waitMs, laterMs }: Estimated<Waiting>): void {
    if (call.isJudged) return;
    call.isJudged = true;
    const isTooLong = call.isLate || isCrowded || waitMs > call.maximumWaitMs;
    if (!isTooLong || !queue.remove(call)) return;
    const retryAfterMs = Math.max(1_000, Math.ceil(laterMs));
    if (call.maximumWaitMs > 0) {
      backlog.add({ tokens: call.tokens, until: Date.now() + retryAfterMs });
    }
    const seconds = Math.ceil(retryAfterMs / 1000);
    const reason = `${model} has reached its rate limit.`;
    const message = `${reason} Retry in ${seconds} s.`;
    call.fail(new CallDelayed(message, { retryAfterMs, limit: { reason, ahead } }));
  }

  async function end(
    grant: Grant,
    change: (state: LimitState, limits: ModelLimits, grant: Grant, now: number) => void,
  ): Promise<void> {
    if (!held.delete(grant.id)) return;
    await update((state, now) => change(state, limits, grant, now));
    void serve();
  }

  function permitOf(grant: Grant): Permit {
    const begun = Date.now();
    renew();
    return {
      settle(used) {
        if (used.isAnswer) durations.add(Date.now() - begun);
        return end(grant, (state, all, given, now) => settle(state, all, given, used, now));
      },
      refuse: (refusal) =>
        end(grant, (state, all, given, now) => refuse(state, all, given, refusal, now)),
      giveBack: () => end(grant, giveBack),
    };
  }

  /** Keeps what this process holds from being taken for lost. */
  function renew(): void {
    if (!store.isShared || renewal) return;
    renewal = setInterval(() => {
      if (held.size === 0) {
        clearInterval(renewal);
        renewal = undefined;
        return;
      }
      void update((state, now) => {
        for (const id of held) state.holders[id] = now + store.leaseMs;
      });
    }, store.leaseMs / 3).unref();
  }

  return {
    acquire: (call) =>
      new Promise((resolve, reject) => {
        call.signal.throwIfAborted();
        const waiting: Waiting = {
          ...call,
          isJudged: false,
          isLate: false,
          grant: (grant) => finish(() => resolve(permitOf(grant))),
          fail: (error) => finish(() => reject(error)),
        };
        const abort = () => {
          if (queue.remove(waiting)) waiting.fail(call.signal.reason);
        };
        const deadline = setTimeout(() => {
          Object.assign(waiting, { isLate: true, isJudged: false });
          void serve();
        }, call.maximumWaitMs);
        const finish = (act: () => void) => {
          clearTimeout(deadline);
          call.signal.removeEventListener('abort', abort);
          act();
        };
        call.signal.addEventListener('abort', abort);
        queue.add(waiting);
        void serve();
      }),
    load: () => held.size + queue.all().length,
    isIdle: () => held.size === 0 && queue.first() === undefined,
    status: () =>
      update((state, now) => {
        // A copy: to look changes nothing.
        const copy = structuredClone(state);
        advance(copy, limits, now);
        return {
          rateFactor: rateFactor(copy.rate, now),
          requestsLeft: Math.max(0, Math.floor(copy.requests.level)),
          tokensLeft: Math.max(0, Math.floor(copy.tokens.level)),
          pausedUntil: copy.rate.pausedUntil,
          running: held.size,
          queue: queue.sizes(),
        };
      }),
  };
}

type Delayed = { tokens: number; until: number };

/** Calls that were sent away and will come again: who is sent away after them is told to come later still. */
function createBacklog() {
  let delayed: Delayed[] = [];
  return {
    add: (call: Delayed) => void delayed.push(call),
    /** All that has yet to come again. */
    amounts(): Amounts {
      delayed = delayed.filter(({ until }) => until > Date.now());
      const tokens = delayed.reduce((sum, call) => sum + call.tokens, 0);
      return { requests: delayed.length, tokens };
    },
  };
}
