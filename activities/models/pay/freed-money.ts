import { setTimeout as delay } from 'node:timers/promises';

/** Wakes those who wait for money when a call of this process has been paid. */
export function createFreedMoney() {
  let next = Promise.withResolvers<void>();
  return {
    announce(): void {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    /** Resolves at the next announcement; to be taken before the look that it follows. */
    next: (): Promise<void> => next.promise,
  };
}

export type FreedMoney = ReturnType<typeof createFreedMoney>;

/**
 * Waits for an announcement, but no longer than `ms`: other processes are not heard.
 * @throws the signal's reason when it aborts.
 */
export async function untilFreed(
  announcement: Promise<void>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  const heard = new AbortController();
  try {
    const pause = delay(ms, undefined, { signal: AbortSignal.any([signal, heard.signal]) });
    await Promise.race([announcement, pause]);
  } finally {
    heard.abort();
    signal.throwIfAborted();
  }
}
