import { CancellationScope, defineSignal, setHandler } from '@temporalio/workflow';
import type { WorkflowInterceptors } from '@temporalio/workflow';

// In the bundle of the test kit alone.

/** Has the time of a workflow jump ahead by milliseconds. */
const skipTime = defineSignal<[number]>('batonSkipTime');

/** Of the SDK's own state of a workflow, what `Date` reads. */
type Clock = { now: number };

/** Lets the clock of a workflow be ahead of the server's: timers that are due by it end at once. */
export function interceptors(): WorkflowInterceptors {
  const timers = new Set<{ dueAt: number; end: () => void }>();
  let aheadMs = 0;

  function moveClock(): void {
    const { __TEMPORAL_ACTIVATOR__: clock } = globalThis as unknown as {
      __TEMPORAL_ACTIVATOR__: Clock;
    };
    let told = clock.now;
    Object.defineProperty(clock, 'now', {
      get: () => told + aheadMs,
      set: (now: number) => {
        told = now;
      },
    });
  }

  function skip(ms: number): void {
    aheadMs += ms;
    for (const timer of timers) if (timer.dueAt <= Date.now()) timer.end();
  }

  return {
    inbound: [
      {
        execute(input, next) {
          moveClock();
          setHandler(skipTime, skip);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        async startTimer(input, next) {
          const scope = new CancellationScope();
          const skipped = Promise.withResolvers<void>();
          const timer = { dueAt: Date.now() + input.durationMs, end: skipped.resolve };
          timers.add(timer);
          try {
            await Promise.race([scope.run(() => next(input)), skipped.promise]);
          } finally {
            timers.delete(timer);
            scope.cancel();
          }
        },
      },
    ],
  };
}
