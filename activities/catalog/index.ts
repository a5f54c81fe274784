import type { Services } from '../services/services.ts';
import type { Tool } from '../tool-kit/tool.ts';
import { createAlert } from '../trading/tools/alerts/create-alert.ts';
import { deleteAlert } from '../trading/tools/alerts/delete-alert.ts';
import { listAlerts } from '../trading/tools/alerts/list-alerts.ts';
import { calculate } from './calculate/calculate.ts';
import { calculatePositionSize } from '../trading/tools/calculate/calculate-position-size.ts';
import { calculateRiskReward } from '../trading/tools/calculate/calculate-risk-reward.ts';
import { analyzeStatistics } from '../trading/tools/calculate/analyze-statistics.ts';
import { compareBacktests } from '../trading/tools/calculate/compare-backtests.ts';
import { runBacktest } from '../trading/tools/calculate/run-backtest.ts';
import { explainConcept } from '../trading/tools/education/explain-concept.ts';
import { getFundamentals } from '../trading/tools/market/get-fundamentals.ts';
import { getIndicators } from '../trading/tools/market/get-indicators.ts';
import { getOhlcv } from '../trading/tools/market/get-ohlcv.ts';
import { getPrice } from '../trading/tools/market/get-price.ts';
import { screenStocks } from '../trading/tools/market/screen-stocks.ts';
import { analyzeSentiment } from '../trading/tools/ml/analyze-sentiment.ts';
import { getNews } from '../trading/tools/news/get-news.ts';
import { getSentiment } from '../trading/tools/news/get-sentiment.ts';
import { getMlFeatures } from '../trading/tools/ml/get-ml-features.ts';
import { getMlSignals } from '../trading/tools/ml/get-ml-signals.ts';
import { searchNews } from '../trading/tools/news/search-news.ts';
import { addToWatchlist } from '../trading/tools/portfolio/add-to-watchlist.ts';
import { getPortfolio } from '../trading/tools/portfolio/get-portfolio.ts';
import { getTradeHistory } from '../trading/tools/portfolio/get-trade-history.ts';
import { getWatchlist } from '../trading/tools/portfolio/get-watchlist.ts';
import { removeFromWatchlist } from '../trading/tools/portfolio/remove-from-watchlist.ts';
import { generateImage } from './system/generate-image.ts';
import { matrixSend } from './system/matrix-send.ts';
import { queryDatabase } from './system/query-database.ts';
import { readFile } from './system/read-file.ts';
import { runCode } from './system/run-code.ts';
import { sshCommand } from './system/ssh-command.ts';
import { translateText } from './system/translate-text.ts';
import { cancelPaperOrder } from '../trading/tools/orders/cancel-paper-order.ts';
import { createPaperOrder } from '../trading/tools/orders/create-paper-order.ts';
import { getPendingOrders } from '../trading/tools/orders/get-pending-orders.ts';
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
