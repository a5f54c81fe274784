import { openRedis } from '../../bus/open-redis.ts';
import type { RedisEnvironment } from '../../bus/env.ts';
import { readMarketClock } from '../../db/repositories/market-clock.ts';
import type { Database } from '../../db/open.ts';
import type { ExchangeEnvironment } from '../exchange/env.ts';
import type { PaperExchange } from '../exchange/exchange.ts';
import { createPaperExchange } from '../exchange/paper-exchange.ts';
import { exchangeSettings } from '../exchange/settings.ts';
import { replayClock, startMarketClock } from '../market/clock.ts';
import { createMarket } from '../market/create-market.ts';
import { createCryptoExchanges } from '../market/crypto-exchanges.ts';
import type { MarketEnvironment } from '../market/env.ts';
import { createCryptoMarket } from '../market/exchange-ccxt.ts';
import type { Market } from '../market/market.ts';
import { createReplayMarket } from '../market/replay.ts';
import { loadSp500 } from '../market/sp500.ts';
import { createNews } from '../news/create-news.ts';
import type { NewsEnvironment } from '../news/env.ts';
import { gdeltSource } from '../news/gdelt.ts';
import { feedSource } from '../news/rss.ts';
import { catalog } from './catalog/index.ts';
import { createToolExecutor } from './create-executor.ts';
import type { ToolLogEntry } from './create-executor.ts';
import type { ToolsEnvironment } from './env.ts';
import type { ToolExecutor } from './executor.ts';
import { createToolRateLimiter } from './steps/rate-limit.ts';

export type TradingEnvironment = MarketEnvironment &
  ExchangeEnvironment &
  NewsEnvironment &
  RedisEnvironment &
  ToolsEnvironment;

export type Trading = {
  tools: ToolExecutor;
  market: Market;
  exchange: PaperExchange;
  /** Makes the replayed market move until `stop`. Only workers do that. */
  start(): void;
  stop(): Promise<void>;
};

/**
 * Market, paper exchange and tools, from a database and the settings.
 * @param options.onError is told of what went wrong in the background; the next tick tries again.
 * @throws {RangeError} when BATON_MARKET_START is not within the bars that there are.
 */
export async function createTrading(options: {
  db: Database;
  environment: TradingEnvironment;
  log: (entry: ToolLogEntry) => void;
  onError: (error: unknown) => void;
}): Promise<Trading> {
  const { db, environment, log, onError } = options;
  const bars = await loadSp500();
  const clock = replayClock(bars, environment.BATON_MARKET_START);
  const barsPerMinute = environment.BATON_MARKET_BARS_PER_MINUTE;
  const market = createMarket([
    createReplayMarket({
      bars,
      barsPerMinute,
      position: async () => (await readMarketClock(db, clock.id)) ?? clock.start,
    }),
    createCryptoMarket({
      exchanges: createCryptoExchanges({ preferred: environment.BATON_MARKET_EXCHANGE }),
    }),
  ]);
  const exchange = createPaperExchange({ db, market, settings: exchangeSettings(environment) });
  const news = createNews({
    sources: [...environment.BATON_NEWS_FEEDS.map(feedSource), gdeltSource()],
  });
  const redis = environment.REDIS_URL ? openRedis(environment.REDIS_URL, onError) : undefined;
  const tools = createToolExecutor({
    tools: catalog,
    services: { market, exchange, news },
    terms: { plan: environment.BATON_PLAN, allowedTools: environment.BATON_ALLOWED_TOOLS },
    settings: environment,
    aiTrading: environment.BATON_AI_TRADING,
    rateLimiter: createToolRateLimiter({ redis }),
    log,
  });

  let stopClock: (() => Promise<void>) | undefined;
  return {
    tools,
    market,
    exchange,
    start() {
      stopClock ??= startMarketClock({ db, clock, barsPerMinute, onError });
    },
    async stop() {
      await stopClock?.();
      stopClock = undefined;
      redis?.disconnect();
    },
  };
}
