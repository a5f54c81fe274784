import type { z } from 'zod';
import type { backtestEnvironment } from '../../../activities/trading/backtest/env.ts';
import { createBacktests } from '../../../activities/trading/backtest/threads/pool.ts';
import type { learningEnvironment } from '../../../activities/trading/learning/env.ts';
import { httpForecasts } from '../../../activities/trading/learning/http-forecasts.ts';
import { modelFolders } from '../../../activities/trading/learning/model-folders.ts';
import { modelForecasts } from '../../../activities/trading/learning/model-forecasts.ts';
import type { Services } from '../../../activities/trading/services.ts';
import type { Network } from '../../../activities/network/network.ts';

type Environment = z.output<typeof backtestEnvironment> & z.output<typeof learningEnvironment>;

/** Backtests in threads, and forecasts by the models that were trained here or by a server. */
export function openResearch(
  environment: Environment,
  network: Network,
): Pick<Services, 'backtests' | 'forecastsOn'> {
  const { BATON_BACKTEST_THREADS: threads } = environment;
  const { BATON_ML_URL: url } = environment;
  const folders = modelFolders(environment);
  return {
    backtests: createBacktests(threads === undefined ? {} : { threads }),
    forecastsOn: (market) =>
      url === undefined ? modelForecasts({ folders, market }) : httpForecasts({ url, network }),
  };
}
