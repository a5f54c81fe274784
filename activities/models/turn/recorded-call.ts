import { Context } from '@temporalio/activity';
import type { CallUnanswered, StepKey } from '../../../contracts/activities/index.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { StepEnd } from '../../../db/repositories/runs/step-ends.ts';
import type { StepRepository } from '../../../db/repositories/runs/steps.ts';
import type { Bus } from '../../../bus/bus.ts';
import type { ServedModels } from '../ask/model-directory.ts';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import { hasBeenReplaced, stopSignal } from '../../base/flights.ts';
import { replaced } from '../../base/replaced.ts';
import { ownLimitMs } from '../../base/tries.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { createDeltaStream } from '../delta-stream.ts';
import type { CallTerms } from './engines/engine.ts';
import type { ModelAnswer } from '../model-caller.ts';
import { callInFlight, mayHaveBeenSent, notedRequests, payLostCall } from './lost-calls.ts';
import type { PayLost } from './lost-calls.ts';
import { callerOf } from './caller-of.ts';
import type { RoutedRequest } from '../router.ts';
import { unanswered } from './unanswered.ts';

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
        if (hasBeenReplaced()) throw replaced();
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
