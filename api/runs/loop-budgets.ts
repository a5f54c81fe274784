import { Decimal } from 'decimal.js';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { Services } from '../services.ts';

/**
 * What is left of the money of each loop that goes on in a retry, after the rounds that it keeps.
 * @param run the run that is retried.
 * @returns US dollars by the id of the node; undefined where no such loop goes on.
 */
export async function leftForLoops(
  services: Pick<Services, 'modelCalls' | 'runs'>,
  run: RunRow,
  { pipeline, retry }: { pipeline: Pipeline; retry: RetryPlan },
): Promise<Record<string, number> | undefined> {
  const left: Record<string, number> = {};
  for (const node of pipeline.nodes) {
    if (node.kind !== 'loop' || node.maximumUsd === undefined) continue;
    if (!retry.continued.includes(node.id)) continue;
    const spent = await spentInKept(services, run, { id: node.id, retry });
    left[node.id] = Decimal.max(0, new Decimal(node.maximumUsd).minus(spent)).toNumber();
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

/** What the rounds cost that a retry keeps, in the run and in those that it goes on with itself. */
async function spentInKept(
  { modelCalls, runs }: Pick<Services, 'modelCalls' | 'runs'>,
  run: RunRow,
  { id, retry }: { id: string; retry: RetryPlan },
): Promise<Decimal> {
  let spent = new Decimal(0);
  let keptBefore = firstAgain(id, retry);
  let earlier: RunRow | undefined = run;
  while (earlier) {
    for (const { round, costUsd } of await modelCalls.ofRounds({
      runId: earlier.id,
      nodePath: id,
    })) {
      if (round < keptBefore) spent = spent.plus(costUsd);
    }
    const { retry: plan, retryOf }: RunRow = earlier;
    if (!plan?.continued.includes(id) || retryOf === null) break;
    keptBefore = Math.min(keptBefore, firstAgain(id, plan));
    earlier = await runs.get(retryOf);
  }
  return spent;
}

/** The first round that runs again; where none is named, all of what was done is kept. */
function firstAgain(id: string, { inside }: RetryPlan): number {
  if (inside?.node !== id) return Infinity;
  return Number(inside.item.slice('.round-'.length));
}
