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

/** What the tools of trading work with. */
export type Services = {
  market: Market;
  /** Where there is a source for them. */
  fundamentals?: Fundamentals | undefined;
  screener?: Screener | undefined;
  exchanges: Exchanges;
  alerts: AlertRepository;
  watchlist: WatchlistRepository;
  news: News;
  sentiment: SentimentService;
  backtests: Backtests;
  /** Forecasts on a market. */
  forecastsOn(market: Pick<Market, 'bars'>): Forecasts;
  /** Where terms that the glossary does not have are explained by a model. */
  explainWithModel: AskModel | undefined;
};
