import { childKeyOf } from '../../contracts/pipelines/child-of.ts';
import { isCancellation } from '@temporalio/workflow';
import { durationMs } from '../../contracts/base/duration.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import type { PartStatus } from '../../contracts/runs/run.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import { OutOfTime, createWorkingTime } from '../calls/working-time.ts';
import { inPart, overBudgetOf } from '../errors.ts';
import { render } from '../payload.ts';
import { runChildPipeline } from './child-pipeline.ts';
import { trueOrFalse } from './condition.ts';
import { outageTerms } from './outage-terms.ts';
import type { NodeContext, NodeResult, NodeRunner } from './runner.ts';

/** Why a loop ended. */
type Ending = 'condition' | 'rounds' | 'time' | 'money';

export const loop: NodeRunner<'loop'> = async (node, context) => {
  const done: Done = { rounds: 0, outside: [], unapproved: [] };
  const ended = await withinTime(node, context, () => runRounds(node, context, done));
  const { rounds, last = null, outside, unapproved } = done;
  return { output: { ended, rounds, last }, ...markOf(outside), unapproved };
};

/** The rounds that were completed. */
type Done = { rounds: number; last?: Output; outside: string[]; unapproved: string[] };

async function runRounds(
  node: NodeOf<'loop'>,
  context: NodeContext,
  done: Done,
): Promise<Exclude<Ending, 'time'>> {
  const { until, maximumRounds } = node;
  const budget = budgetOf(node, context);
  const parts: PartStatus[] = [];
  context.state.parts = parts;
  while (done.rounds < maximumRounds) {
    const number = done.rounds + 1;
    let result: NodeResult;
    parts.push('running');
    try {
      result = await runRound(node, { context, done, number, budget });
    } catch (error) {
      parts[number - 1] = isCancellation(error) ? 'cancelled' : 'failed';
      if (isCancellation(error)) throw error;
      if (budget && overBudgetOf(error) === budget.account) return 'money';
      throw inPart(error, `round ${number} of ${node.id}`);
    }
    parts[number - 1] = 'completed';
    done.rounds = number;
    done.last = result.output;
    done.outside = joinTaints(done.outside, result.outside ?? []);
    done.unapproved = joinTaints(done.unapproved, result.unapproved ?? result.outside ?? []);
    const round = { number, last: result.output };
    if (until !== undefined && trueOrFalse(until, { ...context.scope, round })) return 'condition';
    // The round went on after a call that the budget did not allow.
    if (budget && result.overBudget?.includes(budget.account)) return 'money';
  }
  return 'rounds';
}

function runRound(
  node: NodeOf<'loop'>,
  {
    context,
    done,
    number,
    budget,
  }: { context: NodeContext; done: Done; number: number; budget: ReturnType<typeof budgetOf> },
): Promise<NodeResult> {
  const { run, scope, nodePath, taint, unapproved, inside, continues } = context;
  const { last } = done;
  const round = { number, ...(last !== undefined && { last }) };
  const input = render(node.inputs, { ...scope, round });
  const outage = outageTerms(node, run);
  // Rounds after one that runs again cannot be kept.
  const isAfter = inside !== undefined && number > Number(inside.item.slice('.round-'.length));
  return runChildPipeline(
    {
      id: `${node.id} ${number}`,
      path: `${nodePath}.round-${number}`,
      pipeline: childKeyOf(node) ?? '',
      input,
      outage,
    },
    {
      ...context,
      run: budget ? { ...run, budgets: [...(run.budgets ?? []), budget] } : run,
      taint: joinTaints(taint, done.outside),
      unapproved: joinTaints(unapproved, done.unapproved),
      continues: isAfter ? undefined : continues,
    },
  );
}

/** The budget that the model calls of all rounds are charged to, in addition to their other budgets. */
function budgetOf({ maximumUsd }: NodeOf<'loop'>, { run, nodePath, leftUsd }: NodeContext) {
  if (maximumUsd === undefined) return undefined;
  // Rounds that are kept have cost something in the run before.
  const usd = leftUsd ?? maximumUsd;
  const account = `loop:${run.runId}/${nodePath}`;
  return { account, usd, onLimit: 'stop' as const, cheaperModels: [] };
}

/** The rounds stop when their time is up. It stands still while a person is waited for. */
async function withinTime(
  { maximumTime }: NodeOf<'loop'>,
  { nodePath, state }: NodeContext,
  run: () => Promise<Exclude<Ending, 'time'>>,
): Promise<Ending> {
  if (maximumTime === undefined) return run();
  const time = createWorkingTime({
    limitMs: durationMs(maximumTime),
    isPaused: () => state.status === 'waiting',
    summary: `${nodePath} · time of all rounds`,
  });
  try {
    return await time.run(run);
  } catch (error) {
    if (error instanceof OutOfTime) return 'time';
    throw error;
  }
}
