import { Decimal } from 'decimal.js';
import type { Pipeline } from '../../../contracts/pipelines/pipeline.ts';
import type { RetryPlan } from '../../../contracts/runs/retry.ts';
import { planAt } from './child-plans.ts';
import type { RunRepository } from './runs.ts';
import type { ModelCallRepository } from '../models/model-calls.ts';

type Reads = {
  modelCalls: Pick<ModelCallRepository, 'ofRounds'>;
  runs: Pick<RunRepository, 'get' | 'childNodes' | 'retriedBy'>;
};

/**
 * What is left of the money of each loop that goes on in a retry, after the rounds that it keeps.
 * @param part.path where the pipeline runs, from the run's root; empty for the run itself.
 * @param part.retry what the pipeline takes over.
 * @returns US dollars by the id of the node; undefined where no such loop goes on.
 */
export async function leftForLoops(
  reads: Reads,
  { path, pipeline, retry }: { path: string; pipeline: Pipeline; retry: RetryPlan },
): Promise<Record<string, number> | undefined> {
  const left: Record<string, number> = {};
  for (const node of pipeline.nodes) {
    if (node.kind !== 'loop' || node.maximumUsd === undefined) continue;
    if (!retry.continued.includes(node.id)) continue;
    const spent = await spentInKept(reads, { id: node.id, path, retry });
    left[node.id] = Decimal.max(0, new Decimal(node.maximumUsd).minus(spent)).toNumber();
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

/** What the rounds cost that a retry keeps, in the run and in those that it goes on with itself. */
async function spentInKept(
  reads: Reads,
  { id, path, retry }: { id: string; path: string; retry: RetryPlan },
): Promise<Decimal> {
  const nodePath = path ? `${path}/${id}` : id;
  let spent = new Decimal(0);
  let keptBefore = Infinity;
  let plan: RetryPlan | undefined = retry;
  while (plan) {
    if (!plan.continued.includes(id)) break;
    keptBefore = Math.min(keptBefore, firstAgain(id, plan));
    const { of: runId }: RetryPlan = plan;
    for (const { round, costUsd } of await reads.modelCalls.ofRounds({ runId, nodePath })) {
      if (round < keptBefore) spent = spent.plus(costUsd);
    }
    plan = await planAt(reads, runId, path);
  }
  return spent;
}

/** The first round that runs again; where none is named, all of what was done is kept. */
function firstAgain(id: string, { inside }: RetryPlan): number {
  if (inside?.node !== id) return Infinity;
  return Number(inside.item.slice('.round-'.length));
}
