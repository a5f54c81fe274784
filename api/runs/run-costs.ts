import type { ListedRun, RunView } from '../../contracts/api/index.ts';
import type { CostSum } from '../../db/repositories/models/model-calls.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { Services } from '../services.ts';

/** What a listed run has used of models; undefined where it called none. */
export function usedOf(
  sum: CostSum | undefined,
): Pick<ListedRun, 'costUsd' | 'savedUsd' | 'unknownPriceCalls' | 'estimatedCalls' | 'usage'> {
  const { costUsd = '0', savedUsd = '0', unknownPriceCalls = 0, estimatedCalls = 0 } = sum ?? {};
  const { inputTokens = 0, outputTokens = 0 } = sum ?? {};
  return {
    costUsd: unknownPriceCalls > 0 ? null : costUsd,
    savedUsd,
    unknownPriceCalls,
    estimatedCalls,
    usage: { inputTokens, outputTokens },
  };
}

/** What a run has cost with all that it started, and what is left of its budget. */
export async function runCosts(
  { modelCalls, budgets }: Services,
  { id, budget }: RunRow,
): Promise<
  Pick<RunView, 'costUsd' | 'savedUsd' | 'unknownPriceCalls' | 'estimatedCalls' | 'budget'>
> {
  const [{ costUsd, savedUsd, unknownPriceCalls, estimatedCalls }, [state]] = await Promise.all([
    modelCalls.ofRun(id),
    budgets.states([`run:${id}`]),
  ]);
  const { account: _account, ...amounts } = state!;
  return {
    costUsd: unknownPriceCalls > 0 ? null : costUsd,
    savedUsd,
    unknownPriceCalls,
    estimatedCalls,
    budget: budget && { ...budget, ...amounts },
  };
}
