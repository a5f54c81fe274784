import type {
  CallModelInput,
  CalledAgain,
  CallModelResult,
  CallUnanswered,
  PlanDue,
  StepKey,
  SummarizeTurnsResult,
} from '../../contracts/activities/index.ts';
import type { OverBudget } from './ask-for-budget.ts';
import type { OutageTerms } from '../../contracts/runs/run-input.ts';
import { createCallWait } from './call-wait.ts';
import { attemptsOf, models } from '../proxies.ts';
import type { TimeLimit } from './time-limit.ts';
import { OutOfTime } from './working-time.ts';

type Options = {
  summary: string;
  /** Gets more budget, so that the call can be made again, or throws. */
  onOverBudget: (over: OverBudget) => Promise<void>;
  /** Has a person decide on the agent's plan, or throws; default: no plan needs that. */
  onPlanDue?: (due: PlanDue) => Promise<void>;
  /** The time limit of the calls; default: none. */
  time?: TimeLimit | undefined;
  /** How long it waits for an outage to end; default: without limit. */
  outage?: OutageTerms | undefined;
  /** Called before each try: nothing is under way then. */
  beforeTry?: () => Promise<void>;
};

/**
 * Calls a model, and repeats the call under the same key while rate limits are exhausted or a dependency is down. It
 * waits on a timer, without a slot. A conversation that is too long is summarized first, in separate calls.
 * @throws {OutOfTime} when the calls have worked for as long as they may; time in queues does not count.
 */
export async function callModelUntilAnswered(
  input: CallModelInput,
  options: Options,
): Promise<Extract<CallModelResult, { status: 'answered' }>> {
  const { summary } = options;
  for (;;) {
    const result = await untilPossible<CallModelResult>(options, (again) =>
      models.callModel.executeWithOptions({ summary }, [{ ...input, ...again }]),
    );
    if (result.status === 'answered') return result;
    if (result.status === 'plan_due') await options.onPlanDue?.(result);
    else await summarize(input, result.through, options);
  }
}

/** Has the first turns of a conversation summarised. */
async function summarize(
  { runId, nodePath, conversationId, turn }: CallModelInput,
  through: number,
  options: Options,
): Promise<void> {
  const key: StepKey = { runId, nodePath, step: `summary-${through}` };
  const summary = `${options.summary} · summary of turns 1 to ${through}`;
  await untilPossible<SummarizeTurnsResult>({ ...options, summary }, (again) =>
    models.summarizeTurns.executeWithOptions({ summary }, [
      { ...key, conversationId, turn, through, ...again },
    ]),
  );
}

/** Makes a call again until limits and budgets allow it, and what it needs responds. */
async function untilPossible<Result extends CallModelResult | SummarizeTurnsResult>(
  { summary, onOverBudget, beforeTry, time, outage }: Options,
  call: (again: CalledAgain & { leftMs?: number }) => Promise<Result>,
): Promise<Exclude<Result, CallUnanswered>> {
  const wait = createCallWait(summary, outage);
  try {
    for (;;) {
      await beforeTry?.();
      time?.check();
      const result = await call({
        ...wait.told(),
        maximumAttempts: attemptsOf.model,
        ...(time && { leftMs: time.leftMs() }),
      });
      wait.heard(result);
      time?.spend(result.workedMs);
      if (!isUnanswered(result)) return result as Exclude<Result, CallUnanswered>;
      if (result.status === 'out_of_time') throw new OutOfTime();
      if (result.status === 'over_budget') await onOverBudget(result);
      else await wait.pause(result);
    }
  } finally {
    wait.end();
  }
}

function isUnanswered(result: { status: string }): result is CallUnanswered {
  return ['waiting', 'over_budget', 'out_of_time'].includes(result.status);
}
