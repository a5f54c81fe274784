import { ApplicationFailure, Context } from '@temporalio/activity';
import type {
  CallPostponed,
  CallUnanswered,
  StepKey,
} from '../../../contracts/activities/index.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import { callStopped } from '../../../contracts/models/gateway-call.ts';
import { Decimal } from '../../base/decimal.ts';
import type { StepRepository } from '../../../db/repositories/runs/steps.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import { BudgetExceeded } from '../model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../router.ts';
import { InvalidResponseSchema } from '../ask/structured-output/response-check.ts';
import { AnswerDoesNotFit } from '../ask/structured-output/with-structured-output.ts';

/** A shorter wait is not worth the way through Temporal. */
const leastWaitMs = 1_000;

/**
 * What a call without an answer means, on record: handed back, to be waited for by a timer or by a person, or
 * failed.
 * @param call.isLate whether the time of the try was up.
 * @param call.isOut whether that of the agent was.
 * @throws the failure for Temporal, where it is one.
 */
export async function unanswered(
  thrown: unknown,
  call: { key: StepKey; agent: AgentDefinition; turn: number; isLate: boolean; isOut: boolean },
  { steps, budgets }: { steps: StepRepository; budgets: BudgetRepository },
): Promise<CallUnanswered> {
  const { key, agent, turn, isLate, isOut } = call;
  const { attempt } = Context.current().info;
  if (Context.current().cancellationSignal.aborted) {
    await steps.finish(key, { status: 'failed', attempt, error: callStopped });
    throw await Context.current().cancelled.catch((cancelled: unknown) => cancelled);
  }
  if (isOut) {
    await fail('AgentTimeout', `${agent.name} reached its time limit.`);
    return { status: 'out_of_time' };
  }
  if (thrown instanceof CallDelayed) return wait(thrown);
  if (thrown instanceof BudgetExceeded) return overBudget(thrown);
  if (thrown instanceof AnswerDoesNotFit || thrown instanceof InvalidResponseSchema) {
    throw await fail(thrown.name, thrown.message);
  }
  if (thrown instanceof AllModelsFailed) throw await allFailed(thrown);
  if (isLate) throw await late();
  throw thrown;

  async function wait({ message: reason, retryAfterMs }: CallDelayed): Promise<CallPostponed> {
    await steps.wait(key, reason, attempt);
    return { status: 'waiting', retryAfterMs: Math.max(leastWaitMs, retryAfterMs), reason };
  }

  async function overBudget({ message, budget }: BudgetExceeded): Promise<CallPostponed> {
    const { account, usd, onLimit } = budget;
    const where = `${agent.name} stopped before its model call ${turn}`;
    const failed = await fail(BudgetExceeded.name, `${where}: ${message}`);
    if (onLimit !== 'ask') throw failed;
    const [state] = await budgets.states([account]);
    const limitUsd = new Decimal(usd).plus(state?.extraUsd ?? 0).toNumber();
    return { status: 'over_budget', account, limitUsd, byUsd: usd, message };
  }

  async function fail(type: string, message: string): Promise<ApplicationFailure> {
    await steps.finish(key, { status: 'failed', attempt, error: { type, message } });
    return ApplicationFailure.nonRetryable(message, type);
  }

  async function late(): Promise<ApplicationFailure> {
    const [type, message] = ['ModelTimeout', 'The model call timed out.'];
    await steps.finish(key, { status: 'failed', attempt, error: { type, message } });
    return ApplicationFailure.retryable(message, type);
  }

  async function allFailed(failed: AllModelsFailed): Promise<ApplicationFailure> {
    const { attempts, message, retryable, retryAfterMs } = failed;
    const type = failed.name;
    await steps.finish(key, { status: 'failed', attempt, attempts, error: { type, message } });
    return ApplicationFailure.create({
      type,
      message,
      nonRetryable: !retryable,
      nextRetryDelay: retryAfterMs,
    });
  }
}
