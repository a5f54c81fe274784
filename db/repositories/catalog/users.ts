import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { UserTerms } from '../../../contracts/tools/tools.ts';
import type { Database } from '../../open.ts';
import { users } from '../../schema/index.ts';

export type UserRow = typeof users.$inferSelect;
export type UserSettings = Pick<UserRow, 'plan' | 'aiTrading' | 'allowedTools' | 'deniedTools'>;

/** Reads and writes what is set for single users. */
export function userRepository(db: Database) {
  return {
    async get(id: string): Promise<UserRow | undefined> {
      const [row] = await db.select().from(users).where(eq(users.id, id));
      return row;
    },

    /** Sets what is given for a user, and leaves the rest as it is. */
    async put(id: string, settings: Partial<UserSettings>): Promise<UserRow> {
      const row = { ...settings, changedAt: new Date() };
      const [stored] = await db
        .insert(users)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: users.id, set: row })
        .returning();
      return stored!;
    },

    /** Those for whom something is set, by name, from the one after `after`. */
    async list({ after, limit }: { after?: string | undefined; limit: number }) {
      return db
        .select()
        .from(users)
        .where(and(isAnySet, after === undefined ? undefined : gt(users.id, after)))
        .orderBy(asc(users.id))
        .limit(limit);
    },
  };
}

export type UserRepository = ReturnType<typeof userRepository>;

const isAnySet = or(
  isNotNull(users.plan),
  isNotNull(users.aiTrading),
  isNotNull(users.allowedTools),
  sql`json_array_length(${users.deniedTools}) > 0`,
);

/** Whether anything is set for a user: all of it may have been taken away again. */
export function isSetFor({ plan, aiTrading, allowedTools, deniedTools }: UserSettings): boolean {
  return plan !== null || aiTrading !== null || allowedTools !== null || deniedTools.length > 0;
}

/** What a user may do: as it is set for the user, else as for everyone. */
export function userTermsOf(
  row: Partial<UserSettings> | undefined,
  defaults: Pick<UserTerms, 'plan' | 'aiTrading'>,
): UserTerms {
  return {
    plan: row?.plan ?? defaults.plan,
    aiTrading: row?.aiTrading ?? defaults.aiTrading,
    allowedTools: row?.allowedTools ?? null,
    deniedTools: row?.deniedTools ?? [],
  };
}
