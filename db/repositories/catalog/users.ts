import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { UserTerms } from '../../../contracts/tools/tools.ts';
import type { Database } from '../../open.ts';
import { users } from '../../schema/index.ts';

export type UserRow = typeof users.$inferSelect;
export type UserSettings = Pick<UserRow, 'plan' | 'switches' | 'allowedTools' | 'deniedTools'>;
type UserAccess = Pick<UserRow, 'roles' | 'groups' | 'actsForOthers'>;
/** What is to be set: a switch that is null is taken away, one that is left out stays as it is. */
export type UserChange = Partial<Omit<UserSettings, 'switches'> & UserAccess> & {
  switches?: Record<string, boolean | null>;
};

/** Reads and writes what is set for single users. */
export function userRepository(db: Database) {
  return {
    async get(id: string): Promise<UserRow | undefined> {
      const [row] = await db.select().from(users).where(eq(users.id, id));
      return row;
    },

    /** Sets what is given for a user, and leaves the rest as it is. */
    async put(id: string, { switches, ...settings }: UserChange): Promise<UserRow> {
      const row = { ...settings, changedAt: new Date() };
      const [stored] = await db
        .insert(users)
        .values({ id, ...row, switches: setAmong(switches ?? {}) })
        .onConflictDoUpdate({
          target: users.id,
          set: switches
            ? {
                ...row,
                switches: sql`jsonb_strip_nulls(${users.switches} || ${JSON.stringify(switches)}::jsonb)`,
              }
            : row,
        })
        .returning();
      return stored!;
    },

    /** Whether anybody is in a group of that name. */
    async isGroup(name: string): Promise<boolean> {
      const [row] = await db
        .select({ id: users.id })
        .from(users)
        .where(sql`${users.groups} @> ${JSON.stringify([name])}::jsonb`)
        .limit(1);
      return row !== undefined;
    },

    /** The names of all groups that somebody is in. */
    async groups(): Promise<string[]> {
      const named = sql<string>`jsonb_array_elements_text(${users.groups})`.as('name');
      const rows = await db.selectDistinct({ named }).from(users);
      return rows.map((row) => row.named);
    },

    /** Those who have a role or a group or for whom something is set, by name, from the one after `after`. */
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

const setAmong = (switches: Record<string, boolean | null>) =>
  Object.fromEntries(
    Object.entries(switches).flatMap(([name, isOn]) => (isOn === null ? [] : [[name, isOn]])),
  );

const isAnySet = or(
  isNotNull(users.plan),
  sql`${users.switches} <> '{}'::jsonb`,
  isNotNull(users.allowedTools),
  sql`json_array_length(${users.deniedTools}) > 0`,
  sql`${users.roles} <> '[]'::jsonb`,
  sql`${users.groups} <> '[]'::jsonb`,
);

/** Whether anything is set for a user: all of it may have been taken away again. */
export function isSetFor({ plan, switches, allowedTools, deniedTools }: UserSettings): boolean {
  const isSwitched = Object.keys(switches).length > 0;
  return plan !== null || isSwitched || allowedTools !== null || deniedTools.length > 0;
}

/** What a user may do: as it is set for the user, else as for everyone. */
export function userTermsOf(
  row: Partial<UserSettings> | undefined,
  defaults: Pick<UserTerms, 'plan' | 'switches'>,
): UserTerms {
  return {
    plan: row?.plan ?? defaults.plan,
    switches: { ...defaults.switches, ...row?.switches },
    allowedTools: row?.allowedTools ?? null,
    deniedTools: row?.deniedTools ?? [],
  };
}
