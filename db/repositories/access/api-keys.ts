import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { apiKeys, sessions } from '../../schema/index.ts';
import { digestOf, newId, newSecret } from './secrets.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewApiKey = Pick<
  ApiKeyRow,
  'user' | 'name' | 'roles' | 'tools' | 'createdBy' | 'expiresAt'
> &
  Partial<Pick<ApiKeyRow, 'modelLimits' | 'tags'>>;

/** What secrets of keys begin with. */
export const apiKeyPrefix = 'baton_';

/** The keys of people and services. */
export function apiKeyRepository(db: Database) {
  async function valid(which: SQL): Promise<ApiKeyRow | undefined> {
    const [row] = await db
      .select()
      .from(apiKeys)
      .where(and(which, isNull(apiKeys.revokedAt)));
    return row && isOpen(row.expiresAt) ? row : undefined;
  }

  return {
    /** @returns the stored key, and its secret, which nobody can read again. */
    async create(key: NewApiKey): Promise<{ row: ApiKeyRow; secret: string }> {
      const secret = `${apiKeyPrefix}${newSecret()}`;
      const [row] = await db
        .insert(apiKeys)
        .values({ ...key, id: newId('key'), digest: digestOf(secret) })
        .returning();
      return { row: row!, secret };
    },

    /** The key that a secret opens: undefined once it is revoked or expired. */
    find: (secret: string) => valid(eq(apiKeys.digest, digestOf(secret))),

    /** A key that is neither revoked nor expired. */
    getValid: (id: string) => valid(eq(apiKeys.id, id)),

    async get(id: string): Promise<ApiKeyRow | undefined> {
      const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
      return row;
    },

    /** Newest first. @param user whose; left out, everyone's. */
    list: (user?: string): Promise<ApiKeyRow[]> =>
      db
        .select()
        .from(apiKeys)
        .where(user === undefined ? undefined : eq(apiKeys.user, user))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

    /** The keys of a user that are neither revoked nor expired. */
    async validOf(user: string): Promise<ApiKeyRow[]> {
      const rows = await db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.user, user), isNull(apiKeys.revokedAt)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
      return rows.filter(({ expiresAt }) => isOpen(expiresAt));
    },

    /** Ends a key, and the sessions that were opened with it. */
    async revoke(id: string): Promise<ApiKeyRow | undefined> {
      const now = new Date();
      return db.transaction(async (tx) => {
        await tx
          .update(sessions)
          .set({ endedAt: now })
          .where(and(eq(sessions.keyId, id), isNull(sessions.endedAt)));
        const [row] = await tx
          .update(apiKeys)
          .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
          .where(eq(apiKeys.id, id))
          .returning();
        return row;
      });
    },

    /** Ends all keys of a user. */
    async revokeAll(user: string): Promise<void> {
      await db
        .update(apiKeys)
        .set({ revokedAt: new Date() })
        .where(and(eq(apiKeys.user, user), isNull(apiKeys.revokedAt)));
    },

    /** Writes down that a key was used, at most once a minute. */
    async touch(id: string): Promise<void> {
      const minuteAgo = new Date(Date.now() - 60_000);
      await db
        .update(apiKeys)
        .set({ lastUsedAt: new Date() })
        .where(
          and(
            eq(apiKeys.id, id),
            or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo)),
          ),
        );
    },
  };
}

export type ApiKeyRepository = ReturnType<typeof apiKeyRepository>;

function isOpen(expiresAt: Date | null): boolean {
  return expiresAt === null || Date.now() < expiresAt.getTime();
}
