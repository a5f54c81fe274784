import { Context } from '@temporalio/activity';
import type { CallModelInput, StepKey } from '../../../contracts/activities.ts';
import { runChannel } from '../../../contracts/events.ts';
import type { AssistantMessage } from '../../../contracts/messages.ts';
import type { Conversation } from '../../../db/repositories/conversations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { assistantMessage } from './assistant-message.ts';
import { callerOf } from './caller-of.ts';
import { createDeltaStream } from '../delta-stream.ts';
import { engines } from '../engines/index.ts';
import type { ModelAnswer } from '../model-caller.ts';
import { unanswered } from './unanswered.ts';
import type { Handback } from './unanswered.ts';

type Answered = { status: 'answered'; message: AssistantMessage };

/** Has a turn answered by a model, tells those who watch what it says, and records the step. */
export function createAnswerTurn(dependencies: Dependencies) {
  const { steps, bus, models } = dependencies;

  return async function answerTurn(
    input: CallModelInput,
    conversation: Conversation,
  ): Promise<Answered | Handback> {
    const { runId, nodePath, step, turn } = input;
    const key = { runId, nodePath, step };
    const { agent, settings } = conversation;
    const chain = agent.models.length > 0 ? agent.models : models.defaultChain;
    const { info, cancellationSignal } = Context.current();
    const deadline = deadlineOf(info.startToCloseTimeoutMs);
    const earlier = await steps.get(key);
    await steps.start(key, {
      kind: 'model',
      name: chain[0] ?? '',
      label: `turn ${turn} · model call`,
      attempt: info.attempt,
    });
    const caller = await callerOf(key, conversation, dependencies);
    const stream = createDeltaStream({
      bus,
      channel: runChannel(runId),
      source: { callId: caller.callId, runId, nodePath, step },
      // What an earlier try has told is void.
      attempt: earlier ? Math.max(2, info.attempt) : info.attempt,
    });
    const options = {
      signal: AbortSignal.any([cancellationSignal, deadline]),
      onDelta: stream.push,
      onRetry: stream.retry,
      onFailover: stream.failover,
      failoverOnContentFilter: agent.failoverOnContentFilter ?? false,
    };
    try {
      const call = { input, conversation, caller, chain, options, earlier };
      const answer = await engines[agent.engine](call, dependencies);
      stream.finish();
      await recordAnswer(key, answer, info.attempt);
      const message = assistantMessage(answer, { isText: settings.schema === undefined });
      return { status: 'answered', message };
    } catch (error) {
      const about = { key, agent, turn, isLate: deadline.aborted };
      return unanswered(error, about, dependencies);
    }
  };

  async function recordAnswer(key: StepKey, answer: ModelAnswer, attempt: number): Promise<void> {
    const { model, attempts, usage, costUsd } = answer;
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
    const tokens = { inputTokens, outputTokens, cachedInputTokens, reasoningTokens };
    const end = {
      status: 'completed' as const,
      attempt,
      name: model,
      attempts,
      ...tokens,
      costUsd,
    };
    await steps.finish(key, end);
  }
}

/** Ends a little before Temporal's own limit, so that the end of a try is ours. */
function deadlineOf(limitMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.floor(limitMs - Math.min(5_000, limitMs / 10))));
}
