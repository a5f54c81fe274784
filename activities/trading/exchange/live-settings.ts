import type { Database } from '../../../db/open.ts';
import { readTradingTerms } from '../../../db/trading/terms.ts';
import { changedSettings } from './settings.ts';
import type { ExchangeSettings } from './settings.ts';

/** The current settings, with the changes stored in the database. */
export async function readSettings(
  db: Database,
  settings: ExchangeSettings,
): Promise<ExchangeSettings> {
  const { changes } = await readTradingTerms(db, settings.accountId);
  return changedSettings(settings, changes);
}
