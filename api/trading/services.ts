import type { Database } from '../../db/open.ts';
import { alertRepository } from '../../db/trading/alerts.ts';
import { instrumentRepository } from '../../db/trading/instruments.ts';
import { paperAccountReader } from '../../db/trading/paper-account.ts';
import { paperTradingTerms } from '../../db/trading/terms.ts';
import { watchlistRepository } from '../../db/trading/watchlist.ts';
import type { Services } from '../services.ts';

/** What trading keeps on record. */
export function tradingRecords(db: Database) {
  return {
    alerts: alertRepository(db),
    instruments: instrumentRepository(db),
    paperAccount: paperAccountReader(db),
    trading: paperTradingTerms(db),
    watchlist: watchlistRepository(db),
  };
}

export type TradingServices = Services & ReturnType<typeof tradingRecords>;
