import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { budgets } from '../../schema/index.ts';

/** A budget that begins anew each day; `usd` is decimal text in US dollars. */
export type DailyBudget = typeof budgets.$inferSelect;

const columns = {
  id: budgets.id,
  usd: sql<string>`trim_scale(${budgets.usd})::text`,
  onLimit: budgets.onLimit,
  cheaperModels: budgets.cheaperModels,
};

/** Those that a call of a user is charged to, as a value in another statement. */
export const dailyBudgetsOf = (user: SQLWrapper) => sql<DailyBudget[]>`(
  select coalesce(json_agg(json_build_object(
    'id', ${budgets.id}, 'usd', trim_scale(${budgets.usd})::text,
    'onLimit', ${budgets.onLimit}, 'cheaperModels', ${budgets.cheaperModels})), '[]')
  from ${budgets} where ${budgets.id} in ('user:' || ${user}, 'day'))`;

/** Reads and writes the `budgets` table: what a user, and everything together, may spend each day. */
export function dailyBudgetRepository(db: Database) {
  return {
    async set(budget: DailyBudget): Promise<void> {
      await db
        .insert(budgets)
        .values(budget)
        .onConflictDoUpdate({ target: budgets.id, set: budget });
    },

    async get(id: string): Promise<DailyBudget | undefined> {
      const [row] = await db.select(columns).from(budgets).where(eq(budgets.id, id));
      return row;
    },

    /** @returns whether there was one. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.delete(budgets).where(eq(budgets.id, id)).returning();
      return removed.length > 0;
    },

    list: (): Promise<DailyBudget[]> => db.select(columns).from(budgets).orderBy(asc(budgets.id)),

    /** Those that a call of a user is charged to. */
    ofUser: (user: string): Promise<DailyBudget[]> =>
      db
        .select(columns)
        .from(budgets)
        .where(inArray(budgets.id, [`user:${user}`, 'day'])),
  };
}

export type DailyBudgetRepository = ReturnType<typeof dailyBudgetRepository>;
