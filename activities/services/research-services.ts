import type { z } from 'zod';
import type { backtestEnvironment } from '../trading/backtest/env.ts';
import { createBacktests } from '../trading/backtest/threads/pool.ts';
import type { Backtests } from '../trading/backtest/threads/pool.ts';
import type { learningEnvironment } from '../trading/learning/env.ts';
import type { Forecasts } from '../trading/learning/forecast.ts';
import { httpForecasts } from '../trading/learning/http-forecasts.ts';
import { modelFolders } from '../trading/learning/model-folders.ts';
import { modelForecasts } from '../trading/learning/model-forecasts.ts';
import type { Market } from '../trading/market/market.ts';
import type { Network } from '../network/network.ts';

/** What the tools for backtests and forecasts work with. */
export type ResearchServices = {
  backtests: Backtests;
  /** Forecasts on a market. */
  forecastsOn(market: Pick<Market, 'bars'>): Forecasts;
};

type Environment = z.output<typeof backtestEnvironment> & z.output<typeof learningEnvironment>;

export function createResearchServices(
  environment: Environment,
  network: Network,
): ResearchServices {
  const { BATON_BACKTEST_THREADS: threads } = environment;
  const { BATON_ML_URL: url } = environment;
  const folders = modelFolders(environment);
  return {
    backtests: createBacktests(threads === undefined ? {} : { threads }),
    forecastsOn: (market) =>
      url === undefined ? modelForecasts({ folders, market }) : httpForecasts({ url, network }),
  };
}
