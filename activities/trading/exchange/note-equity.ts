import { insertEquityPoint } from '../../../db/trading/equity.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { readPortfolio } from './portfolio.ts';

const minuteMs = 60_000;
/** Prices that are so new are asked for over the network, and of each minute one counts. */
const liveMs = 60 * minuteMs;

/** Notes what an account is worth while it has positions: on a live market once a minute, else whenever it is called. */
export function createEquityNotes(
  dependencies: AccountDependencies,
  now: () => number = Date.now,
): () => Promise<void> {
  const { db, settings } = dependencies;
  let restUntil = 0;

  return async () => {
    if (now() < restUntil) return;
    const portfolio = await readPortfolio(dependencies);
    const { cash, equity, realizedPnl, unrealizedPnl, positions, asOf } = portfolio;
    if (positions.length === 0) return;
    const isLive = now() - Date.parse(asOf) < liveMs;
    if (isLive) restUntil = now() + minuteMs;
    await insertEquityPoint(db, {
      accountId: settings.accountId,
      marketTime: new Date(asOf),
      cash: cash.toFixed(12),
      equity: equity.toFixed(12),
      realizedPnl: realizedPnl.toFixed(12),
      unrealizedPnl: unrealizedPnl.toFixed(12),
    });
  };
}
