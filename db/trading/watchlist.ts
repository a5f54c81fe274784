import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { watchlist } from '../schema/index.ts';

export type WatchedRow = typeof watchlist.$inferSelect;

/** Reads and writes the watchlists of users. */
export function watchlistRepository(db: Database) {
  return {
    /** The watchlist of a user, in the order added. */
    async list(user: string): Promise<WatchedRow[]> {
      return db
        .select()
        .from(watchlist)
        .where(eq(watchlist.user, user))
        .orderBy(asc(watchlist.addedAt), asc(watchlist.symbol));
    },

    /** Adds an instrument, or changes its note. Without `note`, an existing note stays. */
    async put(user: string, symbol: string, note?: string): Promise<void> {
      const added = db.insert(watchlist).values({ user, symbol, note });
      const target = [watchlist.user, watchlist.symbol];
      await (note === undefined
        ? added.onConflictDoNothing({ target })
        : added.onConflictDoUpdate({ target, set: { note } }));
    },

    /** Removes an instrument. @returns whether it was on the list. */
    async remove(user: string, symbol: string): Promise<boolean> {
      const removed = await db
        .delete(watchlist)
        .where(and(eq(watchlist.user, user), eq(watchlist.symbol, symbol)))
        .returning();
      return removed.length > 0;
    },
  };
}

export type WatchlistRepository = ReturnType<typeof watchlistRepository>;
