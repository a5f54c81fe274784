import type { AlertRepository } from '../../db/repositories/alerts.ts';
import type { WatchlistRepository } from '../../db/repositories/watchlist.ts';
import type { PaperExchange } from '../exchange/exchange.ts';
import type { Fundamentals } from '../market/fundamentals/fundamentals.ts';
import type { Screener } from '../market/fundamentals/screener.ts';
import type { Market } from '../market/market.ts';
import type { News } from '../news/news.ts';
import type { SentimentService } from '../sentiment/sentiment.ts';
import type { OutsideServices } from './outside-services.ts';

/** What the tools of the catalog work with. */
export type Services = {
  market: Market;
  /** Where there is a source for them. */
  fundamentals?: Fundamentals | undefined;
  screener?: Screener | undefined;
  exchange: PaperExchange;
  alerts: AlertRepository;
  watchlist: WatchlistRepository;
  news: News;
  sentiment: SentimentService;
} & OutsideServices;
