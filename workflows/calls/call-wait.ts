import { condition, patched, sleep, workflowInfo } from '@temporalio/workflow';
import type { CalledAgain, CallSoFar, CallWaiting } from '../../contracts/activities/index.ts';
import type { OutageTerms } from '../../contracts/runs/run-input.ts';
import type { RunError } from '../../contracts/runs/run.ts';
import { inDoubt } from '../../contracts/tools/doubt.ts';
import { failure } from '../errors.ts';
import { sharedOutage } from './shared-outage.ts';
import type { SharedOutage } from './shared-outage.ts';
import { OutOfTime } from './working-time.ts';

/** During an outage, retries wait a tenth of the time that the outage has lasted, within these bounds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** Temporal ends a workflow at 51,200 events. The rest is for what comes after the outage. */
const mostEvents = 40_000;

/** The failure of a call that is given up. It says so if the call may have been executed. */
export function waitedInVain({ type, message }: RunError, soFar: CallSoFar = {}): Error {
  if (!soFar.mayHaveRun) return failure({ type, message });
  return failure({ type, message: `${message} ${inDoubt}`, doubt: true });
}

/**
 * The waits of a call between its attempts, each on a timer without a slot. Waiting for an outage to end uses up no
 * attempts. If several calls of a workflow wait for the same dependency, only one of them checks whether it is back.
 * @param outage how long an outage is waited for.
 */
export function createCallWait(summary: string, outage: OutageTerms = {}) {
  const { limitMs = Infinity, timeoutMs = Infinity } = outage;
  const self = Symbol('call');
  let since: number | undefined;
  let awaySince: number | undefined;
  let soFar: CallSoFar | undefined;
  /** The outage that this call checks for the others. */
  let looksAfter: SharedOutage | undefined;
  let isTrying = false;

  async function pauseForOutage(waiting: CallWaiting, away: string, leftMs: number): Promise<void> {
    const now = Date.now();
    awaySince ??= now;
    const awayMs = now - awaySince;
    const isFull = workflowInfo().historyLength > mostEvents && patched('shared-outage');
    if (isFull || awayMs >= limitMs) {
      throw outageFailure({ away, reason: waiting.reason }, { from: awaySince, isFull });
    }
    if (awayMs >= timeoutMs) throw new OutOfTime();
    // A limit allows one last check.
    const mostMs = Math.min(limitMs - awayMs, timeoutMs - awayMs, leftMs);
    const shared = sharedOutage(away);
    if (shared.scout !== undefined && shared.scout !== self && patched('shared-outage')) {
      await waitForScout(shared, mostMs);
      return;
    }
    shared.scout ??= self;
    if (shared.scout === self) looksAfter = shared;
    const pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, awayMs / 10));
    await sleep(Math.min(Math.max(waiting.retryAfterMs, pauseMs), mostMs), {
      summary: `${summary} · ${waiting.reason}`,
    });
  }

  /** Waits until the outage is over, or until this call must check it. */
  async function waitForScout(shared: SharedOutage, mostMs: number): Promise<void> {
    const { ends } = shared;
    const isOver = () => shared.ends > ends || shared.scout === self;
    shared.others.add(self);
    try {
      if (mostMs === Infinity) await condition(isOver);
      else await condition(isOver, mostMs);
    } finally {
      shared.others.delete(self);
      if (shared.scout === self) looksAfter = shared;
    }
  }

  /** @param isBack whether the outage is over; if not, the next call checks it. */
  function stopLooking({ isBack }: { isBack: boolean }): void {
    if (!looksAfter) return;
    const [next] = looksAfter.others;
    looksAfter.scout = isBack ? undefined : next;
    if (next !== undefined) looksAfter.others.delete(next);
    if (isBack) looksAfter.ends += 1;
    looksAfter = undefined;
  }

  function outageFailure(
    { away, reason }: { away: string; reason: string },
    { from, isFull }: { from: number; isFull: boolean },
  ): Error {
    const when = `(unavailable since ${new Date(from).toISOString()})`;
    const waited = limitMs === 0 ? 'does not wait' : `waited ${limitMs / 1_000} s`;
    const message = isFull
      ? `${away} was unavailable until the history of the run was full ${when}. Retry the run.`
      : `${away} was unavailable, and the run ${waited} for it ${when}.`;
    return waitedInVain({ type: 'Outage', message: `${message} ${reason}` }, soFar);
  }

  return {
    /** What the next try is told. */
    told(): CalledAgain {
      isTrying = true;
      const givesUpAt = (awaySince ?? Date.now()) + Math.min(limitMs, timeoutMs);
      return {
        ...(givesUpAt !== Infinity && { givesUpAt }),
        ...(since !== undefined && { waitingSince: since }),
        ...(soFar && { soFar }),
      };
    },

    /** Records how an attempt ended: if it no longer waits for the outage, the other calls do not either. */
    heard(result: object): void {
      isTrying = false;
      const { away } = result as Pick<CallWaiting, 'away'>;
      const met = away === undefined ? undefined : sharedOutage(away);
      if (met !== looksAfter) stopLooking({ isBack: true });
    },

    /** Ends the waiting, however the call ended: a try that failed is one that something answered. */
    end: (): void => stopLooking({ isBack: isTrying }),

    /**
     * Waits until the next try.
     * @param leftMs the longest that an outage may still be waited for.
     * @throws `Outage`, or {OutOfTime}, where an outage lasts longer than it is waited for.
     */
    async pause(waiting: CallWaiting, leftMs = Infinity): Promise<void> {
      const { retryAfterMs, reason, away } = waiting;
      since ??= Date.now();
      soFar = waiting.soFar;
      if (away !== undefined) return pauseForOutage(waiting, away, leftMs);
      awaySince = undefined;
      await sleep(retryAfterMs, { summary: `${summary} · ${reason}` });
    },
  };
}
