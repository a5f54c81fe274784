import { Context } from '@temporalio/activity';
import type { Worked } from '../../contracts/activities/index.ts';

/** How long an activity has worked, tries before this one included, as far as their heartbeats told. */
export type WorkClock = {
  /** Begins to count; called again it does nothing. */
  start(): void;
  /** Ends counting. */
  stop(): void;
  worked(): Required<Worked>;
  /** Aborts when the time that was left has been worked. */
  signal: AbortSignal;
};

/** The longest that Node's timers take. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * A clock that stands still until `start`: what waits in a queue does not work.
 * @param leftMs how long the activity may work; for ever when left out.
 */
export function createWorkClock(leftMs = Infinity): WorkClock {
  const { workedMs: before = 0 } = (Context.current().info.heartbeatDetails ?? {}) as Worked;
  const controller = new AbortController();
  let startedAt: number | undefined;
  let stoppedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      if (startedAt !== undefined) return;
      startedAt = performance.now();
      const ms = Math.max(0, leftMs - before);
      if (ms > longestTimerMs) return;
      timer = setTimeout(() => controller.abort(new DOMException('no time', 'TimeoutError')), ms);
    },
    stop() {
      stoppedAt ??= performance.now();
      clearTimeout(timer);
    },
    worked() {
      if (startedAt === undefined) return { workedMs: before };
      const untilNow = (stoppedAt ?? performance.now()) - startedAt;
      return { workedMs: Math.round(before + untilNow) };
    },
    signal: controller.signal,
  };
}
