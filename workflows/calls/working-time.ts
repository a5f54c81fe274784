import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';

/** The time limit of some work is reached. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/**
 * The time that some work may take, which stands still while a person is waited for.
 * @param limit.isPaused whether it stands still; asked whenever something has happened.
 */
export function createWorkingTime(limit: {
  limitMs: number;
  isPaused: () => boolean;
  summary: string;
}) {
  const { isPaused, summary } = limit;
  let leftMs = Math.max(1, limit.limitMs);
  let startedAt: number | undefined;

  /** @returns whether the time is up before `isDone`. */
  async function runsOut(isDone: () => boolean): Promise<boolean> {
    while (!isDone()) {
      if (isPaused()) {
        await condition(() => isDone() || !isPaused());
        continue;
      }
      startedAt = Date.now();
      const isInTime = await condition(() => isDone() || isPaused(), leftMs, { summary });
      leftMs = Math.max(1, leftMs - (Date.now() - startedAt));
      startedAt = undefined;
      if (!isInTime) return true;
    }
    return false;
  }

  return {
    leftMs: (): number =>
      startedAt === undefined ? leftMs : Math.max(1, leftMs - (Date.now() - startedAt)),

    /**
     * Works until the time is up; then the work is cancelled.
     * @throws {OutOfTime} in place of the cancellation that follows from it.
     */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      const scope = new CancellationScope();
      let isDone = false;
      let isOut = false;
      const watch = keepTime().catch(() => {
        // Whoever cancels the watch cancels the work with it.
      });
      try {
        return await scope.run(work);
      } catch (error) {
        const isOurs = isOut && !CancellationScope.current().consideredCancelled;
        throw isOurs && isCancellation(error) ? new OutOfTime() : error;
      } finally {
        isDone = true;
        await watch;
      }

      async function keepTime(): Promise<void> {
        isOut = await runsOut(() => isDone);
        if (isOut) scope.cancel();
      }
    },
  };
}
