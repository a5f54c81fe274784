import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { accounts, ledger } from './schema/trading.ts';
import { appendEvents } from './events.ts';

export type Account = typeof accounts.$inferSelect;

/**
 * Opens the account with a deposit on first use, and locks its row until the transaction ends, so that its orders are
 * accepted and filled one after the other.
 * @param tx a transaction.
 * @param options.deposit decimal text.
 */
export async function lockAccount(
  tx: Database,
  options: { id: string; currency: string; allowShort: boolean; deposit: string },
): Promise<Account> {
  const { deposit, ...values } = options;
  const opened = await tx.insert(accounts).values(values).onConflictDoNothing().returning();
  if (opened.length > 0) {
    await tx.insert(ledger).values({ accountId: values.id, kind: 'deposit', amount: deposit });
    await appendEvents(tx, values.id, [{ kind: 'opened', currency: values.currency, deposit }]);
  }
  const [account] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.id, values.id))
    .for('update');
  if (account!.allowShort === values.allowShort) return account!;
  const [changed] = await tx
    .update(accounts)
    .set({ allowShort: values.allowShort })
    .where(eq(accounts.id, values.id))
    .returning();
  return changed!;
}

/** The ids of all accounts that were ever used. */
export async function listAccountIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts).orderBy(asc(accounts.id));
  return rows.map(({ id }) => id);
}

/** Whether an account was ever used. */
export async function isOpened(db: Database, id: string): Promise<boolean> {
  return (await db.$count(accounts, eq(accounts.id, id))) > 0;
}

/** Locks an account's row, if it exists, until the transaction ends. No order is accepted meanwhile. */
export async function holdAccount(tx: Database, id: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
}

/** Cash and reserved cash of an account, as decimal text summed over its ledger. */
export async function readBalances(
  db: Database,
  accountId: string,
): Promise<{ cash: string; reserved: string }> {
  const isReserve = sql`${ledger.kind} in ('reserve', 'release')`;
  const [row] = await db
    .select({
      cash: sql<string>`coalesce(sum(${ledger.amount}) filter (where not ${isReserve}), 0)::text`,
      reserved: sql<string>`coalesce(sum(${ledger.amount}) filter (where ${isReserve}), 0)::text`,
    })
    .from(ledger)
    .where(eq(ledger.accountId, accountId));
  return row!;
}
