import type { AccountDependencies } from './account-dependencies.ts';
import { lockAccount } from '../../../db/trading/accounts.ts';
import type { Account } from '../../../db/trading/accounts.ts';
import type { Database } from '../../../db/open.ts';
import { loadBook } from './load-book.ts';
import type { LoadedBook } from './load-book.ts';
import type { ExchangeSettings } from './settings.ts';

/** Locks the paper account until the transaction ends; opens it on first use. */
export function lockPaperAccount(tx: Database, settings: ExchangeSettings): Promise<Account> {
  return lockAccount(tx, {
    id: settings.accountId,
    currency: settings.currency,
    allowShort: settings.allowShort,
    deposit: settings.deposit.toFixed(),
  });
}

/** Runs a task with the account's book, in one transaction under the account's lock. */
export async function withBook<Result>(
  { db, settings, memory }: AccountDependencies,
  task: (tx: Database, loaded: LoadedBook) => Promise<Result>,
): Promise<Result> {
  const known = memory.last();
  const { result, standing } = await db.transaction(async (tx) => {
    await lockPaperAccount(tx, settings);
    const loaded = await loadBook(tx, settings.accountId, known);
    return { result: await task(tx, loaded), standing: loaded.standing };
  });
  memory.keep(known, standing);
  return result;
}
