import type { AlertRepository } from '../../db/trading/alerts.ts';
import type { WatchlistRepository } from '../../db/trading/watchlist.ts';
import type { PaperExchange } from '../trading/exchange/exchange.ts';
import type { Fundamentals } from '../trading/market/fundamentals/fundamentals.ts';
import type { Screener } from '../trading/market/fundamentals/screener.ts';
import type { Market } from '../trading/market/market.ts';
import type { News } from '../trading/news/news.ts';
import type { SentimentService } from '../trading/sentiment/sentiment.ts';
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
