import type { Database } from '../../db/open.ts';
import { accountRecords } from '../../db/trading/account-records.ts';
import { alertRepository } from '../../db/trading/alerts.ts';
import { accountRepository } from '../../db/trading/desk-accounts.ts';
import { instrumentRepository } from '../../db/trading/instruments.ts';
import { paperAccountReader } from '../../db/trading/paper-account.ts';
import { paperTradingTerms } from '../../db/trading/terms.ts';
import { watchlistRepository } from '../../db/trading/watchlist.ts';
import type { Services } from '../services.ts';

/** The records of trading. */
export function tradingRecords(db: Database) {
  return {
    accounts: accountRepository(db),
    /** All records of an account, by its id. */
    accountRecords: (accountId: string) => accountRecords(db, accountId),
    alerts: alertRepository(db),
    instruments: instrumentRepository(db),
    /** The records of an account, by its id. */
    paperAccount: (accountId: string) => paperAccountReader(db, accountId),
    /** The gates and the kill switch of an account, by its id. */
    trading: (accountId: string) => paperTradingTerms(db, accountId),
    watchlist: watchlistRepository(db),
  };
}

export type TradingServices = Services & ReturnType<typeof tradingRecords>;
