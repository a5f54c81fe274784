import type { PaperExchange } from '../exchange/exchange.ts';
import type { Market } from '../market/market.ts';
import type { News } from '../news/news.ts';

/** What the tools of the catalog work with. */
export type Services = { market: Market; exchange: PaperExchange; news: News };
