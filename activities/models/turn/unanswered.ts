import { ApplicationFailure, Context } from '@temporalio/activity';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type {
  CallPostponed,
  CallUnanswered,
  StepKey,
} from '../../../contracts/activities/index.ts';
import { callStopped } from '../../../contracts/models/gateway-call.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import type { StepRepository } from '../../../db/repositories/runs/steps.ts';
import { Decimal } from '../../base/decimal.ts';
import { stopSignal } from '../../base/flights.ts';
import { isReplaced } from '../../base/replaced.ts';
import { isPast } from '../../base/tries.ts';
import { InvalidResponseSchema } from '../ask/structured-output/response-check.ts';
import { AnswerDoesNotFit } from '../ask/structured-output/with-structured-output.ts';
import { BudgetExceeded } from '../model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../router.ts';

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
  call: {
    key: StepKey;
    agent: AgentDefinition;
    turn: number;
    waitingSince: number | undefined;
    givesUpAt: number | undefined;
    isLate: boolean;
    isOut: boolean;
  },
  { steps, budgets }: { steps: StepRepository; budgets: BudgetRepository },
): Promise<CallUnanswered> {
  const { key, agent, turn, waitingSince, givesUpAt, isLate, isOut } = call;
  const { attempt } = Context.current().info;
  const stop = stopSignal();
  // The records are those of the attempt that takes its place.
  if (isReplaced(thrown)) throw thrown;
  if (stop.aborted) {
    await steps.finish(key, { status: 'failed', attempt, error: callStopped });
    throw stop.reason;
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
  if (thrown instanceof AllModelsFailed) {
    const isWaitedFor = thrown.away.length > 0 || thrown.isBusy;
    if (thrown.retryable && isWaitedFor && !thrown.hasBrokenOff) return waitForModels(thrown);
    throw await allFailed(thrown);
  }
  if (isLate) throw await late();
  // What was sent of it has been paid.
  await steps.clearInFlight(key, attempt).catch(() => undefined);
  throw thrown;

  async function wait({
    message: reason,
    retryAfterMs,
    limit,
  }: CallDelayed): Promise<CallPostponed> {
    // On record it stays true while the time to the next try runs down.
    const said = limit?.reason ?? reason;
    await steps.wait(key, said, attempt, { since: waitingSince, behind: limit?.ahead });
    return { status: 'waiting', retryAfterMs: Math.max(leastWaitMs, retryAfterMs), reason };
  }

  async function waitForModels(failed: AllModelsFailed): Promise<CallPostponed> {
    const { message: reason, retryAfterMs = 0, away, attempts } = failed;
    const isLast = away.length > 0 && isPast(givesUpAt);
    await (isLast
      ? steps.finish(key, {
          status: 'failed',
          attempt,
          attempts,
          error: { type: 'Outage', message: reason },
        })
      : steps.wait(key, reason, attempt, { since: waitingSince, attempts }));
    return away.length > 0
      ? { status: 'waiting', retryAfterMs, reason, away: away.join(' and ') }
      : { status: 'waiting', retryAfterMs: Math.max(leastWaitMs, retryAfterMs), reason };
  }

  async function overBudget({ message, budget }: BudgetExceeded): Promise<CallPostponed> {
    const { account, usd, onLimit } = budget;
    const where = `${agent.name} stopped before its model call ${turn}`;
    const failed = await fail(BudgetExceeded.name, `${where}: ${message}`, { account });
    if (onLimit !== 'ask') throw failed;
    const [state] = await budgets.states([account]);
    const limitUsd = new Decimal(usd).plus(state?.extraUsd ?? 0).toNumber();
    return { status: 'over_budget', account, limitUsd, byUsd: usd, message };
  }

  async function fail(
    type: string,
    message: string,
    told?: { account: string },
  ): Promise<ApplicationFailure> {
    await steps.finish(key, { status: 'failed', attempt, error: { type, message } });
    return ApplicationFailure.nonRetryable(message, type, ...(told ? [null, told] : []));
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
