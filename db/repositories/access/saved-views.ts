import { and, asc, count, eq } from 'drizzle-orm';
import type { ViewPage } from '../../../contracts/api/views.ts';
import type { Database } from '../../open.ts';
import { savedViews } from '../../schema/index.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;
type Place = Pick<SavedViewRow, 'user' | 'page' | 'name'>;

/** Reads and writes the views of lists that users have named. */
export function savedViewRepository(db: Database) {
  const { user: ofUser, page: ofPage, name: ofName } = savedViews;
  const placed = ({ user, page, name }: Place) =>
    and(eq(ofUser, user), eq(ofPage, page), eq(ofName, name));

  return {
    /** By name. */
    async list(user: string, page: ViewPage): Promise<SavedViewRow[]> {
      return db
        .select()
        .from(savedViews)
        .where(and(eq(ofUser, user), eq(ofPage, page)))
        .orderBy(asc(ofName));
    },

    /**
     * Keeps a view under its name, in place of what was there.
     * @param most how many there can be.
     * @returns false where there are as many already.
     */
    async put(
      { search, ...place }: Place & Pick<SavedViewRow, 'search'>,
      most: number,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const set = { search, savedAt: new Date() };
        const replaced = await tx
          .update(savedViews)
          .set(set)
          .where(placed(place))
          .returning({ name: ofName });
        if (replaced.length > 0) return true;
        const [row] = await tx
          .select({ number: count() })
          .from(savedViews)
          .where(and(eq(ofUser, place.user), eq(ofPage, place.page)));
        if ((row?.number ?? 0) >= most) return false;
        await tx
          .insert(savedViews)
          .values({ ...place, ...set })
          .onConflictDoUpdate({ target: [ofUser, ofPage, ofName], set });
        return true;
      });
    },

    /** @returns false where there was none. */
    async remove(place: Place): Promise<boolean> {
      const gone = await db.delete(savedViews).where(placed(place)).returning({ name: ofName });
      return gone.length > 0;
    },
  };
}
