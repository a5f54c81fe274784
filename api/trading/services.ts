import type { Database } from '../../db/open.ts';
import { accountRecords } from '../../db/trading/account-records.ts';
import { alertRepository } from '../../db/trading/alerts.ts';
import { accountRepository } from '../../db/trading/desk-accounts.ts';
import { instrumentRepository } from '../../db/trading/instruments.ts';
import { paperAccountReader } from '../../db/trading/paper-account.ts';
import { paperTradingTerms } from '../../db/trading/terms.ts';
import { watchlistRepository } from '../../db/trading/watchlist.ts';
import type { Services } from '../services.ts';

/** What trading keeps on record. */
export function tradingRecords(db: Database) {
  return {
    accounts: accountRepository(db),
    /** Everything that is on record of an account, by its id. */
    accountRecords: (accountId: string) => accountRecords(db, accountId),
    alerts: alertRepository(db),
    instruments: instrumentRepository(db),
    /** The records of an account, by its id. */
    paperAccount: (accountId: string) => paperAccountReader(db, accountId),
    /** What an account may trade, by its id. */
    trading: (accountId: string) => paperTradingTerms(db, accountId),
    watchlist: watchlistRepository(db),
  };
}

export type TradingServices = Services & ReturnType<typeof tradingRecords>;
