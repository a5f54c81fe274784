import { Context, ApplicationFailure } from '@temporalio/activity';
import type {
  CallUnanswered,
  StepKey,
  CallPostponed,
} from '../../../contracts/activities/index.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { StepEnd } from '../../../db/repositories/runs/step-ends.ts';
import type { StepRepository } from '../../../db/repositories/runs/steps.ts';
import type { Bus } from '../../../bus/bus.ts';
import type { ServedModels } from '../ask/model-directory.ts';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import { stopSignal } from '../../base/flights.ts';
import { isPast, ownLimitMs } from '../../base/tries.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { createDeltaStream } from '../delta-stream.ts';
import type { CallTerms } from './engines/engine.ts';
import type { ModelAnswer } from '../model-caller.ts';
import { callInFlight, mayHaveBeenSent, notedRequests, payLostCall } from './lost-calls.ts';
import type { PayLost } from './lost-calls.ts';
import { callerOf } from './caller-of.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import { callStopped } from '../../../contracts/models/gateway-call.ts';
import { Decimal } from '../../base/decimal.ts';
import { BudgetExceeded } from '../model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../router.ts';
import type { RoutedRequest } from '../router.ts';
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
async function unanswered(
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

  async function wait({ message: reason, retryAfterMs }: CallDelayed): Promise<CallPostponed> {
    await steps.wait(key, reason, attempt, { since: waitingSince });
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

export type RecordedCallNeeds = {
  steps: StepRepository;
  bus: Bus;
  models: ServedModels;
  runs: RunRepository;
  budgets: BudgetRepository;
  payLost: PayLost;
};

/** The models that an agent asks, the first before the others. */
export const chainOf = (
  { agent }: Pick<Conversation, 'agent'>,
  { models }: { models: Pick<ServedModels, 'defaultChain'> },
): readonly string[] => (agent.models.length > 0 ? agent.models : models.defaultChain);

/**
 * A call of a model for an agent, as a step that is recorded and told to those who watch. It is at work, and its run
 * in progress, from when a model's limits first let it through. The end of an answered step is for whoever called to
 * record, together with what becomes of the answer.
 */
export function createRecordedCall(dependencies: RecordedCallNeeds) {
  const { steps, bus, runs } = dependencies;

  /**
   * @param about.label of the step, for people.
   * @param about.input what the step's record is to say of the question; left out, what it says stays.
   * @param about.clock counts while the call is at work, and aborts it.
   * @param ask makes the call; what it throws is on record too, and is handed back where it is to be called again.
   */
  return async function recordedCall(
    about: {
      key: StepKey;
      turn: number;
      label: string;
      input?: Json | undefined;
      /** What is sent, where it is sent again after the death of its worker. */
      request?: RoutedRequest | undefined;
      conversation: Conversation;
      clock: WorkClock;
      /** Since when the call waits, where it is made again. */
      waitingSince: number | undefined;
      /** From when on nobody waits for models that are away. */
      givesUpAt: number | undefined;
    },
    ask: (terms: CallTerms) => Promise<ModelAnswer>,
  ): Promise<{ status: 'answered'; answer: ModelAnswer; end: StepEnd } | CallUnanswered> {
    const { key, turn, label, input, request, conversation, clock, waitingSince, givesUpAt } =
      about;
    const { runId, nodePath, step } = key;
    const { agent } = conversation;
    const name = chainOf(conversation, dependencies)[0] ?? '';
    const { info } = Context.current();
    const { attempt } = info;
    const deadline = AbortSignal.timeout(ownLimitMs(info.startToCloseTimeoutMs));
    const caller = await callerOf(key, conversation, dependencies);
    const inFlight = request && callInFlight(caller, { model: name, request });
    const [begun] = await steps.start(key, {
      kind: 'model',
      name,
      label,
      attempt,
      ...(input !== undefined && { input }),
      ...(inFlight && { inFlight }),
    });
    if (begun && inFlight && begun.inFlight?.id !== inFlight.id) {
      if (mayHaveBeenSent(begun)) await payLostCall(begun, dependencies);
      await steps.setInFlight(key, inFlight, attempt);
    }
    const stream = createDeltaStream({
      bus,
      channel: runChannel(runId),
      source: { callId: caller.callId, runId, nodePath, step },
      // What an earlier try has told is void.
      attempt: begun?.isFirst ? attempt : Math.max(2, attempt),
    });
    let inProgress: Promise<unknown> | undefined;
    const requests = inFlight && notedRequests(key, { inFlight, attempt }, dependencies);
    const asking = {
      ...caller,
      ...(begun && { dailyBudgets: begun.dailyBudgets }),
      ...(requests && { requestId: requests.id }),
    };
    const options = {
      signal: AbortSignal.any([stopSignal(), deadline, clock.signal]),
      async onAsk(model: string) {
        clock.start();
        inProgress ??= runs.start(runId).catch(() => undefined);
        await requests?.note(model);
      },
      onDelta: stream.push,
      onRetry: stream.retry,
      onFailover: stream.failover,
      failoverOnContentFilter: agent.failoverOnContentFilter ?? false,
    };
    try {
      const answer = await ask({ caller: asking, options, recorded: begun?.input ?? null });
      stream.finish();
      return { status: 'answered', answer, end: endOf(answer, attempt) };
    } catch (error) {
      const time = { isLate: deadline.aborted, isOut: clock.signal.aborted };
      return await unanswered(
        error,
        { key, agent, turn, waitingSince, givesUpAt, ...time },
        dependencies,
      );
    } finally {
      await inProgress;
    }
  };
}

/** What the record of an answered step says. */
function endOf({ model: name, attempts, usage, costUsd }: ModelAnswer, attempt: number): StepEnd {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  const tokens = { inputTokens, outputTokens, cachedInputTokens, reasoningTokens };
  return { status: 'completed', attempt, name, attempts, ...tokens, costUsd };
}
