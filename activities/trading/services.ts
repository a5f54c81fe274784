import type { AlertRepository } from '../../db/trading/alerts.ts';
import type { WatchlistRepository } from '../../db/trading/watchlist.ts';
import type { AskModel } from '../services/language/ask-model.ts';
import type { Backtests } from './backtest/threads/pool.ts';
import type { Exchanges } from './exchange/exchanges.ts';
import type { Forecasts } from './learning/forecast.ts';
import type { Fundamentals } from './market/fundamentals/fundamentals.ts';
import type { Screener } from './market/fundamentals/screener.ts';
import type { Market } from './market/market.ts';
import type { News } from './news/news.ts';
import type { SentimentService } from './sentiment/sentiment.ts';

/** The services that trading tools use. */
export type Services = {
  market: Market;
  /** Undefined without a source of fundamentals. */
  fundamentals?: Fundamentals | undefined;
  screener?: Screener | undefined;
  exchanges: Exchanges;
  alerts: AlertRepository;
  watchlist: WatchlistRepository;
  news: News;
  sentiment: SentimentService;
  backtests: Backtests;
  /** Forecasts from the prices of a market. */
  forecastsOn(market: Pick<Market, 'bars'>): Forecasts;
  /** Explains terms that are not in the glossary; undefined if not configured. */
  explainWithModel: AskModel | undefined;
};
