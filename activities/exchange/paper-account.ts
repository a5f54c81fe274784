import { lockAccount } from '../../db/repositories/accounts.ts';
import type { Account } from '../../db/repositories/accounts.ts';
import type { Database } from '../../db/open.ts';
import type { Market } from '../market/market.ts';
import type { ExchangeSettings } from './settings.ts';

export type ExchangeDependencies = { db: Database; market: Market; settings: ExchangeSettings };

/** Locks the paper account until the transaction ends; opens it on first use. */
export function lockPaperAccount(tx: Database, settings: ExchangeSettings): Promise<Account> {
  return lockAccount(tx, {
    id: settings.accountId,
    currency: settings.currency,
    allowShort: settings.allowShort,
    deposit: settings.deposit.toFixed(),
  });
}
