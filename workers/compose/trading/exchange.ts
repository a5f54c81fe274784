import type { ExchangeEnvironment } from '../../../activities/trading/exchange/env.ts';
import { createExchanges } from '../../../activities/trading/exchange/exchanges.ts';
import type { Exchanges } from '../../../activities/trading/exchange/exchanges.ts';
import { exchangeSettings, gatesOf } from '../../../activities/trading/exchange/settings.ts';
import type { Market } from '../../../activities/trading/market/market.ts';
import { publishGates } from '../../../db/trading/terms.ts';
import type { Database } from '../../../db/open.ts';

/** The paper exchanges of the settings; the API is told of the gates that all accounts begin with. */
export async function openExchanges(options: {
  db: Database;
  environment: ExchangeEnvironment;
  market: Market;
}): Promise<Exchanges> {
  const { db, environment, market } = options;
  const settings = exchangeSettings(environment);
  await publishGates(db, settings.accountId, gatesOf(settings));
  return createExchanges({ db, market, settings });
}
