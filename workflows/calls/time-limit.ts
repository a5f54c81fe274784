import { ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { Worked } from '../../contracts/activities/index.ts';
import { rootOf } from '../errors.ts';
import { OutOfTime } from './working-time.ts';

export type TimeLimit = ReturnType<typeof createTimeLimit>;

/**
 * The time that an agent may work. Only the working time that its activities and delegates report counts, not time in
 * queues, waits for rate limits, or waits for a person.
 */
export function createTimeLimit(limitMs: number) {
  let leftMs = limitMs;
  return {
    leftMs: (): number => leftMs,
    /** Takes off what was worked; of things done side by side, the longest. */
    spend(workedMs = 0): void {
      leftMs = Math.max(0, leftMs - workedMs);
    },
    /** @throws {OutOfTime} where nothing is left. */
    check(): void {
      if (leftMs < 1) throw new OutOfTime();
    },
  };
}

/** What was worked before a failure, in milliseconds, as far as the failure says; else 0. */
export function workedBefore(error: unknown): number {
  const root = rootOf(error);
  return (toldBy(root) as Worked | null | undefined)?.workedMs ?? 0;
}

function toldBy(root: unknown): unknown {
  if (root instanceof TimeoutFailure) return root.lastHeartbeatDetails;
  return root instanceof ApplicationFailure ? root.details?.[1] : undefined;
}
