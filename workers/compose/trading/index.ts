import { tradingEnvironment } from '../../../activities/trading/env.ts';
import type { Domain } from '../domain.ts';

// Both are loaded where they are wanted: commands that only read the settings have no need of them.

/** Trading on paper: a market, an exchange, news, backtests and forecasts. */
export const trading: Domain = {
  environment: tradingEnvironment,
  tools: async () => (await import('../../../activities/trading/tools/index.ts')).tradingTools,
  open: async (given) => (await import('./open-trading.ts')).openTrading(given),
};
