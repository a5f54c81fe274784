import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { accounts, ledger } from '../schema/trading.ts';

export type Account = typeof accounts.$inferSelect;

/**
 * Opens the account with a deposit on first use, and locks its row until the transaction ends, so that
 * orders of one account are taken and filled one after the other.
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

/** Cash and reserved cash of an account as decimal text: the sums of its ledger. */
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
