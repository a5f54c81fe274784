import { openRedis } from '../../bus/open-redis.ts';
import type { RedisEnvironment } from '../../bus/env.ts';
import { artifactRepository } from '../../db/repositories/runs/artifacts.ts';
import { alertRepository } from '../../db/trading/alerts.ts';
import { readMarketClock } from '../../db/trading/market-clock.ts';
import { toolCallRepository } from '../../db/repositories/catalog/tool-calls.ts';
import { publishGates } from '../../db/trading/terms.ts';
import { userRepository } from '../../db/repositories/catalog/users.ts';
import { watchlistRepository } from '../../db/trading/watchlist.ts';
import type { Database } from '../../db/open.ts';
import { watchAlerts } from '../../activities/trading/alerts/watch-alerts.ts';
import type { ExchangeEnvironment } from '../../activities/trading/exchange/env.ts';
import type { PaperExchange } from '../../activities/trading/exchange/exchange.ts';
import { createPaperExchange } from '../../activities/trading/exchange/paper-exchange.ts';
import { exchangeSettings, gatesOf } from '../../activities/trading/exchange/settings.ts';
import { startTradingClock } from '../../activities/trading/exchange/trading-clock.ts';
import { replayClock, startMarketClock } from '../../activities/trading/market/clock.ts';
import type { MarketEnvironment } from '../../activities/trading/market/env.ts';
import type { Market } from '../../activities/trading/market/market.ts';
import { openMarket } from '../../activities/trading/market/open-market.ts';
import { createReplayMarket } from '../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../activities/trading/market/sp500.ts';
import type { Network } from '../../activities/network/network.ts';
import type { NewsEnvironment } from '../../activities/trading/news/env.ts';
import { openNews } from '../../activities/trading/news/open-news.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { createToolAudit } from '../../activities/tools/audit.ts';
import { catalog } from '../../activities/catalog/index.ts';
import { createToolExecutor } from '../../activities/tools/create-executor.ts';
import type { ToolLogEntry, ToolSources } from '../../activities/tools/create-executor.ts';
import type { ToolsEnvironment } from '../../activities/tools/env.ts';
import type { ToolExecutor } from '../../activities/tool-kit/executor.ts';
import { createOutsideServices } from '../../activities/services/outside-services.ts';
import type { OutsideEnvironment } from '../../activities/services/outside-env.ts';
import type { ToolModels } from '../../activities/services/outside-services.ts';
import { createToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';
import { toolSettings } from '../../activities/services/tool-settings.ts';
import { createUserTerms } from '../../activities/tools/user-terms.ts';

export type TradingEnvironment = MarketEnvironment &
  ExchangeEnvironment &
  NewsEnvironment &
  OutsideEnvironment &
  RedisEnvironment &
  ToolsEnvironment;

export type Trading = {
  tools: ToolExecutor & ToolSources<unknown>;
  /** The guarded client. */
  network: Network;
  market: Market;
  exchange: PaperExchange;
  /** Makes the replayed market move, and fills and tells what follows from it, until `stop`. Only workers do that. */
  start(): void;
  stop(): Promise<void>;
};

/**
 * Market, paper exchange and tools, from a database and the settings.
 * @param options.models that tools may ask; left out, none.
 * @param options.onError is told of what went wrong in the background; the next tick tries again.
 * @throws {RangeError} when BATON_MARKET_START is not within the bars that there are.
 */
export async function createTrading(options: {
  db: Database;
  environment: TradingEnvironment;
  models?: ToolModels;
  /** Takes secrets out of the audit log; left out, one that knows the environment of the process. */
  redactor?: Redactor;
  log: (entry: ToolLogEntry) => void;
  onError: (error: unknown) => void;
}): Promise<Trading> {
  const { db, environment, models, redactor, log, onError } = options;
  const bars = await loadSp500();
  const clock = replayClock(bars, environment.BATON_MARKET_START);
  const barsPerMinute = environment.BATON_MARKET_BARS_PER_MINUTE;
  const outside = await createOutsideServices({
    environment,
    models,
    artifacts: artifactRepository(db),
  });
  const { market, fundamentals, screener, close } = openMarket({
    db,
    environment,
    network: outside.network,
    replay: createReplayMarket({
      bars,
      barsPerMinute,
      position: async () => (await readMarketClock(db, clock.id)) ?? clock.start,
    }),
  });
  const settings = exchangeSettings(environment);
  await publishGates(db, settings.accountId, gatesOf(settings));
  const exchange = createPaperExchange({ db, market, settings });
  const alerts = alertRepository(db);
  const watchlist = watchlistRepository(db);
  const redis = environment.REDIS_URL ? openRedis(environment.REDIS_URL, onError) : undefined;
  const { news, sentiment } = openNews({
    feeds: environment.BATON_NEWS_FEEDS,
    network: outside.network,
    redis,
    withSamples: environment.BATON_MARKET_SOURCES.includes('sample'),
  });
  const audit = createToolAudit({ calls: toolCallRepository(db), onError });
  const tools = createToolExecutor({
    tools: catalog,
    services: {
      market,
      fundamentals,
      screener,
      exchange,
      alerts,
      watchlist,
      news,
      sentiment,
      ...outside,
    },
    terms: {
      plan: environment.BATON_PLAN,
      allowedTools: environment.BATON_ALLOWED_TOOLS,
      sideEffects: environment.BATON_AGENT_SIDE_EFFECTS,
    },
    settings: await toolSettings(environment, models),
    aiTrading: environment.BATON_AI_TRADING,
    userTerms: createUserTerms({
      users: userRepository(db),
      defaults: { plan: environment.BATON_PLAN, aiTrading: environment.BATON_AI_TRADING },
    }),
    rateLimiter: createToolRateLimiter({ redis }),
    cacheBytes: environment.BATON_TOOL_CACHE_MB * 1024 * 1024,
    audit,
    ...(redactor && { redactor }),
    log,
  });

  let stopClocks: (() => Promise<void>)[] = [];
  return {
    tools,
    network: outside.network,
    market,
    exchange,
    start() {
      if (stopClocks.length > 0) return;
      const tasks = [exchange.tick, () => watchAlerts({ alerts, market })];
      stopClocks = [
        startMarketClock({ db, clock, barsPerMinute, onError }),
        startTradingClock({ tasks, onError }),
      ];
    },
    async stop() {
      await Promise.all(stopClocks.map((stop) => stop()));
      stopClocks = [];
      await audit.stop();
      await close();
      await outside.backtests.close();
      await outside.network.close();
      redis?.disconnect();
    },
  };
}
