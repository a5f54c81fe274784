import { setTimeout as delay } from 'node:timers/promises';
import { toGatewayError } from './errors.ts';
import type { TemporalClient } from './client.ts';

const answerMs = 3_000;
/** A call that has no answer by then is left to itself when the process stops. */
const settleMs = 5_000;

/**
 * One call of Temporal, with a deadline.
 * @throws {TemporalUnavailable}
 * @throws {StartRefused}
 */
export type Ask = <Answer>(call: () => Promise<Answer>, withinMs?: number) => Promise<Answer>;

/** Calls of Temporal, of which each ends within seconds. */
export function temporalCalls(workflow: Pick<TemporalClient['workflow'], 'withDeadline'>) {
  const underWay = new Set<Promise<unknown>>();

  const ask: Ask = async (call, withinMs = answerMs) => {
    const answer = workflow.withDeadline(Date.now() + withinMs, call);
    underWay.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw toGatewayError(error);
    } finally {
      underWay.delete(answer);
    }
  };

  return {
    ask,
    /**
     * Waits for the calls under way, some seconds at most: one that is tried again over a closed connection ends the
     * process.
     */
    async settled(): Promise<void> {
      await Promise.race([
        Promise.allSettled(underWay),
        delay(settleMs, undefined, { ref: false }),
      ]);
    },
  };
}
