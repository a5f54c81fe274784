import { vi } from 'vitest';
import { loadSp500 } from '../../activities/trading/market/sp500.ts';
import type { Database } from '../../db/open.ts';
import { marketClock } from '../../db/trading/schema/trading.ts';

/** Sets the replay to the close of a day, such as `2008-10-21`, also where it is held. */
export async function turnReplayTo(db: Database, day: string): Promise<void> {
  const position = (await loadSp500()).findIndex(({ time }) => time.startsWith(day));
  // Its first tick makes the row.
  await vi.waitFor(
    async () => {
      const moved = await db.update(marketClock).set({ position }).returning();
      if (moved.length !== 1) throw new Error('the replay has not begun');
    },
    { timeout: 20_000 },
  );
}
