import { tradingEnvironment } from '../../../activities/trading/env.ts';
import type { Domain } from '../domain.ts';

// The rest is loaded where it is wanted: commands that only read the settings have no need of it.

/** Trading on paper: a market, an exchange, news, backtests and forecasts. */
export const trading: Domain = {
  environment: tradingEnvironment,
  tools: async () => (await import('../../../activities/trading/tools/index.ts')).tradingTools,
  demo: async () => (await import('../../../activities/trading/demo/index.ts')).answerByRule,
  open: async (given) => (await import('./open-trading.ts')).openTrading(given),
};
