import type { Services } from '../services.ts';
import type { Tool } from '../tool.ts';
import { createAlert } from './alerts/create-alert.ts';
import { deleteAlert } from './alerts/delete-alert.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { calculate } from './calculate/calculate.ts';
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
import { generateImage } from './system/generate-image.ts';
import { matrixSend } from './system/matrix-send.ts';
import { queryDatabase } from './system/query-database.ts';
import { readFile } from './system/read-file.ts';
import { runCode } from './system/run-code.ts';
import { sshCommand } from './system/ssh-command.ts';
import { translateText } from './system/translate-text.ts';
import { cancelPaperOrder } from './trading/cancel-paper-order.ts';
import { createPaperOrder } from './trading/create-paper-order.ts';
import { getPendingOrders } from './trading/get-pending-orders.ts';
import { httpGet } from './web/http-get.ts';
import { httpPost } from './web/http-post.ts';
import { scrapePage } from './web/scrape-page.ts';
import { webSearch } from './web/web-search.ts';

/** Every tool that Baton ships. */
export const catalog: readonly Tool<Services>[] = [
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
  calculate,
  calculatePositionSize,
  calculateRiskReward,
  runBacktest,
  compareBacktests,
  analyzeStatistics,
  createPaperOrder,
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
  webSearch,
  scrapePage,
  httpGet,
  httpPost,
  readFile,
  queryDatabase,
  runCode,
  translateText,
  generateImage,
  matrixSend,
  sshCommand,
];
