import { sleep } from '@temporalio/workflow';
import type { CalledAgain, CallSoFar, CallWaiting } from '../../contracts/activities/index.ts';
import type { OutageTerms } from '../../contracts/runs/run-input.ts';
import type { RunError } from '../../contracts/runs/run.ts';
import { inDoubt } from '../../contracts/tools/doubt.ts';
import { failure } from '../errors.ts';
import { OutOfTime } from './working-time.ts';

/** What is away is looked for in pauses of a tenth of the time that it has been away, within these bounds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;

/** The failure of a call that is waited for no longer: it says so where the call may have taken effect. */
export function waitedInVain({ type, message }: RunError, soFar: CallSoFar = {}): Error {
  if (!soFar.mayHaveRun) return failure({ type, message });
  return failure({ type, message: `${message} ${inDoubt}`, doubt: true });
}

/**
 * The waiting of a call between its tries, each of them a timer that holds no slot. What is away is waited for until
 * it is back, which uses up no attempts.
 * @param outage how long an outage is waited for.
 */
export function createCallWait(summary: string, outage: OutageTerms = {}) {
  const { limitMs = Infinity, timeoutMs = Infinity } = outage;
  let since: number | undefined;
  let awaySince: number | undefined;
  let soFar: CallSoFar | undefined;

  async function pauseForOutage(waiting: CallWaiting, away: string, leftMs: number): Promise<void> {
    const now = Date.now();
    awaySince ??= now;
    const awayMs = now - awaySince;
    if (awayMs >= limitMs) throw outageFailure({ away, reason: waiting.reason, since: awaySince });
    if (awayMs >= timeoutMs) throw new OutOfTime();
    const pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, awayMs / 10));
    // One more look is taken as a limit is reached.
    await sleep(
      Math.min(
        Math.max(waiting.retryAfterMs, pauseMs),
        limitMs - awayMs,
        timeoutMs - awayMs,
        leftMs,
      ),
      { summary: `${summary} · ${waiting.reason}` },
    );
  }

  function outageFailure(was: { away: string; reason: string; since: number }): Error {
    const from = new Date(was.since).toISOString();
    const waited = limitMs === 0 ? 'does not wait' : `waited ${limitMs / 1_000} s`;
    const message = `${was.away} was away, and the run ${waited} for it`;
    const text = `${message} (away since ${from}). ${was.reason}`;
    return waitedInVain({ type: 'Outage', message: text }, soFar);
  }

  return {
    /** What the next try is told. */
    told: (): CalledAgain => ({
      ...(since !== undefined && { waitingSince: since }),
      ...(soFar && { soFar }),
    }),

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
