import { replayClock } from '../../../activities/trading/market/clock.ts';
import type { MarketEnvironment } from '../../../activities/trading/market/env.ts';
import { openMarket } from '../../../activities/trading/market/open-market.ts';
import { replayHeldUntil } from '../../../activities/trading/market/replay-hold.ts';
import { createReplayMarket } from '../../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import type { Network } from '../../../activities/network/network.ts';
import { durationMs } from '../../../contracts/base/duration.ts';
import { readMarketClock } from '../../../db/trading/market-clock.ts';
import type { Database } from '../../../db/open.ts';

/**
 * The market of the settings, with a replay whose clock stands in the database.
 * @throws {RangeError} when BATON_MARKET_START is not within the bars that there are.
 */
export async function openTradingMarket(options: {
  db: Database;
  environment: MarketEnvironment;
  network: Network;
}) {
  const { db, environment, network } = options;
  const bars = await loadSp500();
  const clock = replayClock(bars, environment.BATON_MARKET_START);
  const barsPerMinute = environment.BATON_MARKET_BARS_PER_MINUTE;
  const longestMs = durationMs(environment.BATON_MARKET_HOLD);
  const heldUntil = () => replayHeldUntil(db, { longestMs });
  const opened = openMarket({
    db,
    environment,
    network,
    replay: createReplayMarket({
      bars,
      barsPerMinute,
      position: async () => (await readMarketClock(db, clock.id)) ?? clock.start,
      heldUntil,
    }),
  });
  return { ...opened, clock, barsPerMinute, heldUntil };
}
