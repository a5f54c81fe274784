import { answerQuestions } from '../../../activities/trading/answer-questions.ts';
import { watchAlerts } from '../../../activities/trading/alerts/watch-alerts.ts';
import type { TradingEnvironment } from '../../../activities/trading/env.ts';
import type { Exchanges } from '../../../activities/trading/exchange/exchanges.ts';
import { startTradingClock } from '../../../activities/trading/exchange/trading-clock.ts';
import { momentNamed } from '../../../activities/trading/market/moment.ts';
import { startMarketClock } from '../../../activities/trading/market/clock.ts';
import { endsWithoutData } from '../../../activities/trading/market/without-data.ts';
import type { Market } from '../../../activities/trading/market/market.ts';
import { watchTriggers } from '../../../activities/trading/triggers/watch-triggers.ts';
import { tradingTools } from '../../../activities/trading/tools/index.ts';
import { bindTools } from '../../../activities/tool-kit/bind-tools.ts';
import * as tables from '../../../db/schema/index.ts';
import { firingRepository } from '../../../db/repositories/triggers/firings.ts';
import { alertRepository } from '../../../db/trading/alerts.ts';
import { marketTriggerRepository } from '../../../db/trading/market-triggers.ts';
import { orderEffects } from '../../../db/trading/order-effects.ts';
import { watchlistRepository } from '../../../db/trading/watchlist.ts';
import type { DomainGiven, OpenDomain } from '../domain.ts';
import { describeMarket } from './describe-market.ts';
import { openExchanges } from './exchange.ts';
import { openTradingMarket } from './market.ts';
import { openNews } from './news.ts';
import { openResearch } from './research.ts';

/** @throws {RangeError} when BATON_MARKET_START is not within the bars that there are. */
export async function openTrading(
  given: DomainGiven,
): Promise<OpenDomain & { market: Market; exchanges: Exchanges }> {
  const { db, network, redis, language, onError } = given;
  // They are read with the schema of the domain.
  const environment = given.environment as TradingEnvironment;
  const { market, fundamentals, screener, close, ...replay } = await openTradingMarket({
    db,
    environment,
    network,
  });
  const exchanges = await openExchanges({ db, environment, market });
  const alerts = alertRepository(db);
  const triggers = marketTriggerRepository(db);
  const firings = firingRepository(db);
  const watchlist = watchlistRepository(db);
  const { news, sentiment } = openNews({
    feeds: environment.BATON_NEWS_FEEDS,
    network,
    redis,
    withSamples: environment.BATON_MARKET_SOURCES.includes('sample'),
  });
  const research = openResearch(environment, network);
  const explainWithModel = environment.BATON_EXPLAIN_WITH_MODEL ? language : undefined;
  let stopClocks: (() => Promise<void>)[] = [];
  return {
    tools: bindTools(tradingTools, {
      market,
      fundamentals,
      screener,
      exchanges,
      alerts,
      watchlist,
      news,
      sentiment,
      explainWithModel,
      ...research,
    }),
    momentNamed: (texts) => momentNamed(market, texts),
    questions: { trading: answerQuestions({ db, market, exchanges }) },
    beforeRun: endsWithoutData(market),
    resolveEffects: orderEffects(db),
    notes: { marketData: describeMarket(environment) },
    market,
    exchanges,
    start() {
      if (stopClocks.length > 0) return;
      const tasks = [
        { tables: [tables.accounts, tables.orders], work: exchanges.tick },
        { tables: [tables.alerts], work: () => watchAlerts({ alerts, market }) },
        {
          tables: [tables.triggers, tables.alerts],
          work: () => watchTriggers({ triggers, firings, alerts, market }),
        },
      ];
      stopClocks = [
        startMarketClock({ db, ...replay, onError }),
        startTradingClock({ db, tasks, onError }),
      ];
    },
    async stop() {
      await Promise.all(stopClocks.map((stop) => stop()));
      stopClocks = [];
    },
    async close() {
      await close();
      await research.backtests.close();
    },
  };
}
