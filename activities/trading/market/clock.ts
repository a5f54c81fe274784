import { onChange } from '../../../db/changes.ts';
import { keepUp } from '../../../db/keep-up.ts';
import { approvals, orders } from '../../../db/schema/index.ts';
import { tickMarketClock } from '../../../db/trading/market-clock.ts';
import type { Database } from '../../../db/open.ts';
import type { Bar } from './market.ts';
import type { ReplayClock } from './replay.ts';

/**
 * The start of a replay: its id in the database and the position of its first bar.
 * @param start first day as `YYYY-MM-DD`; the replay starts with the bar of that day or the next one.
 * @throws {RangeError} if no bar but the last is on or after `start`.
 */
export function replayClock(bars: readonly Bar[], start: string): ReplayClock {
  const first = bars.findIndex((bar) => bar.time.slice(0, 10) >= start);
  if (first === -1 || first >= bars.length - 1) {
    const from = bars[0]?.time.slice(0, 10);
    const to = bars.at(-2)?.time.slice(0, 10);
    throw new RangeError(
      `BATON_MARKET_START=${start} has no bars; set a date from ${from} to ${to}`,
    );
  }
  return { id: `SPX from ${start}`, start: first, end: bars.length - 1 };
}

/** Interval between ticks. The market keeps moving for 15 seconds after the last one (`db/trading/market-clock.ts`). */
const tickMs = 12_000;
/** How long to assume that nothing pauses the replay before asking again, in case a change notification was lost. */
const freeMs = 60_000;

/**
 * Advances the replay while this process runs. Several processes can do so at the same time.
 * @param options.heldUntil returns until when the replay is paused; null if it is not. It is asked again when approvals
 * or orders change.
 * @returns a function that stops the clock.
 */
export function startMarketClock(options: {
  db: Database;
  clock: ReplayClock;
  barsPerMinute: number;
  heldUntil: () => Promise<Date | null>;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const { db, clock, barsPerMinute, heldUntil, onError } = options;
  let freeUntil = -Infinity;
  const stopListening = onChange(db, [approvals, orders], () => (freeUntil = -Infinity));
  const { stop } = keepUp({
    db,
    tables: [approvals, orders],
    onError,
    async task() {
      const end = performance.now() < freeUntil ? null : await askAnew();
      await tickMarketClock(db, { ...clock, barsPerSecond: end === null ? barsPerMinute / 60 : 0 });
      return end === null ? tickMs : Math.min(tickMs, end.getTime() - Date.now());
    },
  });
  return async () => {
    stopListening();
    await stop();
  };

  /** A change during the question resets `freeUntil`, so the question is asked again. */
  async function askAnew(): Promise<Date | null> {
    freeUntil = performance.now() + freeMs;
    const end = await heldUntil();
    if (end !== null) freeUntil = -Infinity;
    return end;
  }
}
