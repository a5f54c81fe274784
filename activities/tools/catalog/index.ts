import type { Services } from '../services.ts';
import type { Tool } from '../tool.ts';
import { calculatePositionSize } from './calculate/calculate-position-size.ts';
import { calculateRiskReward } from './calculate/calculate-risk-reward.ts';
import { getIndicators } from './market/get-indicators.ts';
import { getOhlcv } from './market/get-ohlcv.ts';
import { getPrice } from './market/get-price.ts';
import { analyzeSentiment } from './ml/analyze-sentiment.ts';
import { searchNews } from './news/search-news.ts';
import { getPortfolio } from './portfolio/get-portfolio.ts';
import { createPaperOrder } from './trading/create-paper-order.ts';

/** Every tool that Baton ships. */
export const catalog: readonly Tool<Services>[] = [
  getPrice,
  getOhlcv,
  getIndicators,
  searchNews,
  analyzeSentiment,
  calculatePositionSize,
  calculateRiskReward,
  createPaperOrder,
  getPortfolio,
];
