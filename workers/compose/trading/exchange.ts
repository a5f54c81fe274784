import type { ExchangeEnvironment } from '../../../activities/trading/exchange/env.ts';
import type { PaperExchange } from '../../../activities/trading/exchange/exchange.ts';
import { createPaperExchange } from '../../../activities/trading/exchange/paper-exchange.ts';
import { exchangeSettings, gatesOf } from '../../../activities/trading/exchange/settings.ts';
import type { Market } from '../../../activities/trading/market/market.ts';
import { publishGates } from '../../../db/trading/terms.ts';
import type { Database } from '../../../db/open.ts';

/** The paper exchange of the settings; the API is told of its gates. */
export async function openExchange(options: {
  db: Database;
  environment: ExchangeEnvironment;
  market: Market;
}): Promise<PaperExchange> {
  const { db, environment, market } = options;
  const settings = exchangeSettings(environment);
  await publishGates(db, settings.accountId, gatesOf(settings));
  return createPaperExchange({ db, market, settings });
}
