import type { Bench, Result } from './measurement.ts';
import { backtest } from './tools/backtest.ts';
import { cacheHits } from './tools/executor.ts';
import { indicators } from './tools/indicators.ts';
import { quickSteps } from './tools/steps.ts';

/** What tools cost: an answer from the cache, a quick tool as a step of a run, and what they compute. */
export async function tools(bench: Bench): Promise<Result[]> {
  return [
    ...(await cacheHits(bench)),
    ...(await quickSteps(bench)),
    ...(await indicators()),
    ...(await backtest()),
  ];
}
