import { z } from 'zod';

/** How backtests are run. */
export const backtestEnvironment = z.object({
  /** Backtests that a worker runs at a time, each on a thread of its own; left out, as many as it has cores. */
  BATON_BACKTEST_THREADS: z.coerce.number().int().min(1).max(256).optional(),
});
