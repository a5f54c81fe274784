import type { Tool } from '../../tool-kit/tool.ts';
import type { Services } from '../services.ts';
import { createAlert } from './alerts/create-alert.ts';
import { deleteAlert } from './alerts/delete-alert.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { calculatePositionSize } from './calculate/calculate-position-size.ts';
import { calculateRiskReward } from './calculate/calculate-risk-reward.ts';
import { analyzeStatistics } from './calculate/analyze-statistics.ts';
import { compareBacktests } from './calculate/compare-backtests.ts';
import { runBacktest } from './calculate/run-backtest.ts';
import { explainConcept } from './education/explain-concept.ts';
import { getFundamentals } from './market/get-fundamentals.ts';
import { getIndicators } from './market/get-indicators.ts';
import { getOhlcv } from './market/get-ohlcv.ts';
import { getPrice } from './market/get-price.ts';
import { screenStocks } from './market/screen-stocks.ts';
import { analyzeSentiment } from './ml/analyze-sentiment.ts';
import { getNews } from './news/get-news.ts';
import { getSentiment } from './news/get-sentiment.ts';
import { getMlFeatures } from './ml/get-ml-features.ts';
import { getMlSignals } from './ml/get-ml-signals.ts';
import { searchNews } from './news/search-news.ts';
import { addToWatchlist } from './portfolio/add-to-watchlist.ts';
import { getPortfolio } from './portfolio/get-portfolio.ts';
import { getTradeHistory } from './portfolio/get-trade-history.ts';
import { getWatchlist } from './portfolio/get-watchlist.ts';
import { removeFromWatchlist } from './portfolio/remove-from-watchlist.ts';
import { cancelPaperOrder } from './orders/cancel-paper-order.ts';
import { createPaperOrder } from './orders/create-paper-order.ts';
import { replacePaperOrder } from './orders/replace-paper-order.ts';
import { getPendingOrders } from './orders/get-pending-orders.ts';

export const tradingTools: readonly Tool<Services>[] = [
  getPrice,
  getOhlcv,
  getIndicators,
  getFundamentals,
  screenStocks,
  getNews,
  searchNews,
  getSentiment,
  analyzeSentiment,
  getMlSignals,
  getMlFeatures,
  calculatePositionSize,
  calculateRiskReward,
  runBacktest,
  compareBacktests,
  analyzeStatistics,
  createPaperOrder,
  replacePaperOrder,
  cancelPaperOrder,
  getPendingOrders,
  getPortfolio,
  getTradeHistory,
  createAlert,
  listAlerts,
  deleteAlert,
  getWatchlist,
  addToWatchlist,
  removeFromWatchlist,
  explainConcept,
];
