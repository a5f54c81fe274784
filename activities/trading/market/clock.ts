import { onChange } from '../../../db/changes.ts';
import { keepUp } from '../../../db/keep-up.ts';
import { approvals, orders } from '../../../db/schema/index.ts';
import { tickMarketClock } from '../../../db/trading/market-clock.ts';
import type { Database } from '../../../db/open.ts';
import type { Bar } from './market.ts';
import type { ReplayClock } from './replay.ts';

/**
 * Where a replay stands: its identity in the database and the position of its first bar.
 * @param start the first day, as `YYYY-MM-DD`; the first bar is that day's or the next one.
 * @throws {RangeError} when the bars have none on or after `start` but the last.
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

/** A market moves on for 15 seconds after the last tick. */
const tickMs = 12_000;
/** How long it is taken to be free without asking again, also where a change was not told of. */
const freeMs = 60_000;

/**
 * Makes the replayed market move while this process runs. Several processes may do so at once.
 * @param options.heldUntil gives null while it may move: then it goes on from where it stood. It is asked again when
 * approvals or orders have changed.
 * @returns a function that stops it.
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

  /** What changes while it is asked makes it be asked once more. */
  async function askAnew(): Promise<Date | null> {
    freeUntil = performance.now() + freeMs;
    const end = await heldUntil();
    if (end !== null) freeUntil = -Infinity;
    return end;
  }
}
