import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../open.ts';
import { budgetAccounts, budgetReservations } from '../../schema/index.ts';

/** What an account has spent, set aside, and been allowed beyond its limit: decimal text in US dollars. */
export type AccountState = Pick<
  typeof budgetAccounts.$inferSelect,
  'account' | 'spentUsd' | 'reservedUsd' | 'extraUsd'
>;

type Reservation = typeof budgetReservations.$inferSelect;

const plain = (column: PgColumn) => sql<string>`trim_scale(${column})::text`;

/** The columns of an account's state. */
export const stateColumns = {
  account: budgetAccounts.account,
  spentUsd: plain(budgetAccounts.spentUsd),
  reservedUsd: plain(budgetAccounts.reservedUsd),
  extraUsd: plain(budgetAccounts.extraUsd),
};

/** What a call has set aside, locked; undefined where it has nothing. */
export async function lockReservation(
  tx: Database,
  callId: string,
): Promise<Reservation | undefined> {
  const [row] = await tx
    .select()
    .from(budgetReservations)
    .where(eq(budgetReservations.callId, callId))
    .for('update');
  return row;
}

/** Opens the accounts that are new, and locks all of them in the order of their names. */
export async function lockAccounts(tx: Database, accounts: readonly string[]): Promise<void> {
  const names = [...new Set(accounts)].toSorted();
  if (names.length === 0) return;
  await tx
    .insert(budgetAccounts)
    .values(names.map((account) => ({ account })))
    .onConflictDoNothing();
  await tx
    .select({ account: budgetAccounts.account })
    .from(budgetAccounts)
    .where(inArray(budgetAccounts.account, names))
    .orderBy(asc(sql`${budgetAccounts.account} collate "C"`))
    .for('update');
}

/** The state of each account, zeros for one that nothing was charged to. */
export async function accountStates(
  db: Database,
  accounts: readonly string[],
): Promise<AccountState[]> {
  const rows =
    accounts.length === 0
      ? []
      : await db
          .select(stateColumns)
          .from(budgetAccounts)
          .where(inArray(budgetAccounts.account, [...accounts]));
  const found = new Map(rows.map((row) => [row.account, row]));
  return accounts.map(
    (account) => found.get(account) ?? { account, spentUsd: '0', reservedUsd: '0', extraUsd: '0' },
  );
}

/** Takes what a reservation holds off its accounts; the reservation itself stays. */
export async function giveBack(tx: Database, { accounts, amountUsd }: Reservation): Promise<void> {
  if (accounts.length === 0) return;
  await tx
    .update(budgetAccounts)
    .set({ reservedUsd: sql`${budgetAccounts.reservedUsd} - ${amountUsd}::numeric` })
    .where(inArray(budgetAccounts.account, accounts));
}

export async function deleteReservation(tx: Database, callId: string): Promise<void> {
  await tx.delete(budgetReservations).where(eq(budgetReservations.callId, callId));
}
