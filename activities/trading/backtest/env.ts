import { z } from 'zod';

/** Settings of backtests. */
export const backtestEnvironment = z.object({
  /** Backtests that a worker runs at the same time, each on its own thread. Default: the number of cores. */
  BATON_BACKTEST_THREADS: z.coerce.number().int().min(1).max(256).optional(),
});
