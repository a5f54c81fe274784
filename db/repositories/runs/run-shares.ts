import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { runShares } from '../../schema/index.ts';
import { digestOf, newId, newSecret } from '../access/secrets.ts';

export type RunShareRow = typeof runShares.$inferSelect;

/** Links that show one run to whoever has them. */
export function runShareRepository(db: Database) {
  return {
    /** @returns the stored link, and its token, which nobody can read again. */
    async create(
      share: Pick<RunShareRow, 'runId' | 'createdBy' | 'expiresAt'>,
    ): Promise<{ row: RunShareRow; token: string }> {
      const token = newSecret();
      const [row] = await db
        .insert(runShares)
        .values({ ...share, id: newId('share'), tokenHash: digestOf(token) })
        .returning();
      return { row: row!, token };
    },

    /** Newest first. */
    list: (runId: string): Promise<RunShareRow[]> =>
      db
        .select()
        .from(runShares)
        .where(eq(runShares.runId, runId))
        .orderBy(desc(runShares.createdAt), desc(runShares.id)),

    /** The link that a token opens, which is noted: undefined once it is revoked or expired. */
    async open(token: string): Promise<RunShareRow | undefined> {
      const now = new Date();
      const [row] = await db
        .update(runShares)
        .set({ usedAt: now })
        .where(
          and(
            eq(runShares.tokenHash, digestOf(token)),
            isNull(runShares.revokedAt),
            gt(runShares.expiresAt, now),
          ),
        )
        .returning();
      return row;
    },

    /** @returns whether it was there; one that is revoked stays so. */
    async revoke({ id, runId }: Pick<RunShareRow, 'id' | 'runId'>): Promise<boolean> {
      const isIt = and(eq(runShares.id, id), eq(runShares.runId, runId));
      await db
        .update(runShares)
        .set({ revokedAt: new Date() })
        .where(and(isIt, isNull(runShares.revokedAt)));
      return (await db.$count(runShares, isIt)) > 0;
    },
  };
}
