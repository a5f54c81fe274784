import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { sessions, signInCodes } from '../../schema/index.ts';
import { digestOf, newId, newSecret } from './secrets.ts';

export type SessionRow = typeof sessions.$inferSelect;

const day = 24 * 60 * 60 * 1_000;
export const sessionMs = 30 * day;

/** Browsers that are signed in, and the links with which they do. */
export function sessionRepository(db: Database) {
  async function open(
    session: Pick<SessionRow, 'user' | 'keyId' | 'userAgent'> & { madeBy?: string | null },
  ): Promise<{ row: SessionRow; secret: string }> {
    const secret = newSecret();
    const expiresAt = new Date(Date.now() + sessionMs);
    const [row] = await db
      .insert(sessions)
      .values({ ...session, id: newId('session'), digest: digestOf(secret), expiresAt })
      .returning();
    return { row: row!, secret };
  }

  const opens = (code: string) =>
    and(
      eq(signInCodes.digest, digestOf(code)),
      isNull(signInCodes.usedAt),
      gt(signInCodes.expiresAt, new Date(Date.now())),
    );

  return {
    open,

    /** The session that a cookie's secret opens: undefined once it has ended. */
    async find(secret: string): Promise<SessionRow | undefined> {
      const [row] = await db
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.digest, digestOf(secret)),
            isNull(sessions.endedAt),
            gt(sessions.expiresAt, new Date(Date.now())),
          ),
        );
      return row;
    },

    async get(id: string): Promise<SessionRow | undefined> {
      const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
      return row;
    },

    /** Those that have not ended, latest first. @param user whose; left out, everyone's. */
    list: (user?: string): Promise<SessionRow[]> =>
      db
        .select()
        .from(sessions)
        .where(
          and(
            isNull(sessions.endedAt),
            gt(sessions.expiresAt, new Date(Date.now())),
            user === undefined ? undefined : eq(sessions.user, user),
          ),
        )
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id)),

    async end(id: string): Promise<void> {
      await db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, id));
    },

    /** Ends all sessions of a user, and the links that would open one. */
    async endAll(user: string): Promise<void> {
      const now = new Date();
      await db
        .update(sessions)
        .set({ endedAt: now })
        .where(and(eq(sessions.user, user), isNull(sessions.endedAt)));
      await db
        .update(signInCodes)
        .set({ usedAt: now })
        .where(and(eq(signInCodes.user, user), isNull(signInCodes.usedAt)));
    },

    /** Writes down that a session was used, at most once a minute. */
    async touch(id: string): Promise<void> {
      const minuteAgo = new Date(Date.now() - 60_000);
      await db
        .update(sessions)
        .set({ lastSeenAt: new Date() })
        .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, minuteAgo)));
    },

    /** @returns the code of a sign-in link, which opens one session before an instant. */
    async createCode(code: {
      user: string;
      createdBy: string;
      madeBy?: string | null;
      expiresAt: Date;
    }): Promise<string> {
      const secret = newSecret();
      await db.insert(signInCodes).values({ ...code, digest: digestOf(secret) });
      return secret;
    },

    /** Uses up a code that was made elsewhere. @returns false where it was used before. */
    async useUp(secret: string, code: { user: string; createdBy: string }): Promise<boolean> {
      const now = new Date();
      const used = await db
        .insert(signInCodes)
        .values({ ...code, digest: digestOf(secret), expiresAt: now, usedAt: now })
        .onConflictDoNothing()
        .returning();
      return used.length > 0;
    },

    /** @returns the user that a code would sign in; undefined when it was used before, or is too old. */
    async userOfCode(code: string): Promise<string | undefined> {
      const [row] = await db.select().from(signInCodes).where(opens(code));
      return row?.user;
    },

    /** Uses up a code. @returns who signs in with it, and who made it; undefined when it was used before, or is too old. */
    async redeem(
      code: string,
    ): Promise<{ user: string; createdBy: string; madeBy: string | null } | undefined> {
      const [row] = await db
        .update(signInCodes)
        .set({ usedAt: new Date() })
        .where(opens(code))
        .returning();
      return row && { user: row.user, createdBy: row.createdBy, madeBy: row.madeBy };
    },
  };
}

export type SessionRepository = ReturnType<typeof sessionRepository>;
