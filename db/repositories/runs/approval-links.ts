import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Channel } from '../../../contracts/runs/notify.ts';
import type { Database } from '../../open.ts';
import { approvalLinks } from '../../schema/index.ts';
import { digestOf, newId, newSecret } from '../access/secrets.ts';

export type ApprovalLinkRow = typeof approvalLinks.$inferSelect;

/** Links with which one person decides one approval, once. */
export function approvalLinkRepository(db: Database) {
  return {
    /** @returns the token of a new link, which is nowhere else. */
    async create(link: {
      approvalId: string;
      user: string;
      channel: Channel;
      expiresAt: Date;
    }): Promise<string> {
      const token = newSecret();
      await db
        .insert(approvalLinks)
        .values({ ...link, id: newId('link'), digest: digestOf(token) });
      return token;
    },

    /** The link of a token, also one that was used or has expired. */
    async find(token: string): Promise<ApprovalLinkRow | undefined> {
      const [row] = await db
        .select()
        .from(approvalLinks)
        .where(eq(approvalLinks.digest, digestOf(token)));
      return row;
    },

    /** @returns whether this used it up: false where somebody was earlier, or it has expired. */
    async useUp(token: string): Promise<boolean> {
      const now = new Date();
      const used = await db
        .update(approvalLinks)
        .set({ usedAt: now })
        .where(
          and(
            eq(approvalLinks.digest, digestOf(token)),
            isNull(approvalLinks.usedAt),
            gt(approvalLinks.expiresAt, now),
          ),
        )
        .returning();
      return used.length > 0;
    },

    /** Makes a link usable again whose decision was not taken. */
    async giveBack(token: string): Promise<void> {
      await db
        .update(approvalLinks)
        .set({ usedAt: null })
        .where(eq(approvalLinks.digest, digestOf(token)));
    },
  };
}

export type ApprovalLinkRepository = ReturnType<typeof approvalLinkRepository>;
