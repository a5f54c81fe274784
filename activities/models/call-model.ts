import { ApplicationFailure, Context } from '@temporalio/activity';
import { stepKeyText } from '../../contracts/activities.ts';
import type { CallModelInput, ModelActivities } from '../../contracts/activities.ts';
import type { ChatMessage } from '../../contracts/messages.ts';
import { storable, storableText } from '../../contracts/text.ts';
import type { Conversation } from '../../db/repositories/conversations.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../heartbeat.ts';
import { preview } from '../preview.ts';
import { interpretAnswer } from './interpret-answer.ts';
import { offeredTools, reminder, toolChoice } from './offered-tools.ts';
import type { RoutedResponse } from './router.ts';
import { AllModelsFailed } from './router.ts';

/** A reminder comes after all results of the turn before. */
const reminderPosition = 1_000;

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Dependencies): ModelActivities['callModel'] {
  const { artifacts, conversations, steps, tools, models } = dependencies;
  const { user } = dependencies;

  return async function callModel(input) {
    const { conversationId, turn, runId, nodePath, step } = input;
    const key = { runId, nodePath, step };
    const conversation = await conversations.get(conversationId);
    if (!conversation) {
      throw ApplicationFailure.nonRetryable(
        `There is no conversation ${conversationId}.`,
        'ConversationNotFound',
      );
    }
    const stored = await conversations.answer(conversationId, turn);
    const answer = stored ?? (await withHeartbeat(() => ask(input, conversation)));
    const interpreted = interpretAnswer(answer, conversation, tools);
    await conversations.append(conversationId, [
      { turn, position: 0, message: answer },
      ...interpreted.observations.map(({ call, message }) => ({
        turn,
        position: call + 1,
        message,
      })),
    ]);
    const { calls, output } = interpreted;
    const text = preview(answer.text);
    await steps.finish(key, {
      status: 'completed',
      output: { text, calls: answer.toolCalls.map(({ name, args }) => tools.label(name, args)) },
    });
    return {
      preview: text,
      calls,
      ...(output !== undefined && { output: await artifacts.bound(key, output) }),
    };
  };

  async function ask(input: CallModelInput, conversation: Conversation) {
    const { runId, nodePath, step, turn } = input;
    const key = { runId, nodePath, step };
    const { agent, settings } = conversation;
    const chain = agent.models.length > 0 ? agent.models : models.defaultChain;
    const { info, cancellationSignal } = Context.current();
    await steps.start(key, {
      kind: 'model',
      name: chain[0] ?? '',
      label: `turn ${turn} · model call`,
      attempt: info.attempt,
    });
    const request = {
      messages: await messagesFor(input, conversation),
      tools: offeredTools(conversation, tools, input.toolChoice),
      toolChoice: toolChoice(conversation, input.toolChoice),
      ...settings,
    };
    try {
      const caller = {
        callId: stepKeyText(key),
        source: 'run' as const,
        user,
        priority: 'normal' as const,
        runId,
        nodePath,
        agent: agent.name,
        budgets: conversation.budgets,
      };
      const response = await dependencies.callModel(
        { caller, chain, request },
        { signal: cancellationSignal },
      );
      await recordAnswer(response);
      return assistantMessage(response);
    } catch (error) {
      throw await recordFailure(error);
    }

    async function recordAnswer({ model, attempts, usage }: RoutedResponse) {
      const { inputTokens, outputTokens } = usage;
      await steps.finish(key, {
        status: 'completed',
        name: model,
        attempts,
        inputTokens,
        outputTokens,
      });
    }

    async function recordFailure(error: unknown): Promise<unknown> {
      if (cancellationSignal.aborted) {
        const message = 'The call was stopped.';
        await steps.finish(key, { status: 'failed', error: { type: 'Cancelled', message } });
        return Context.current().cancelled.catch((cancelled: unknown) => cancelled);
      }
      if (!(error instanceof AllModelsFailed)) return error;
      const { attempts, message, retryable, retryAfterMs } = error;
      await steps.finish(key, {
        status: 'failed',
        attempts,
        error: { type: 'AllModelsFailed', message },
      });
      return ApplicationFailure.create({
        type: 'AllModelsFailed',
        message,
        nonRetryable: !retryable,
        nextRetryDelay: retryAfterMs,
      });
    }
  }

  /** The conversation so far, with a reminder to deliver the result where that is due. */
  async function messagesFor(
    { conversationId, turn, toolChoice: choice }: CallModelInput,
    conversation: Conversation,
  ): Promise<ChatMessage[]> {
    if (choice === 'finish' && turn > 1) {
      await conversations.append(conversationId, [
        {
          turn: turn - 1,
          position: reminderPosition,
          message: { role: 'user', text: reminder(conversation) },
        },
      ]);
    }
    return (await conversations.messages(conversationId)).map(({ message }) => message);
  }
}

/** The answer as it is kept. A refusal is no answer; one that was cut says so. What the database refuses is replaced. */
function assistantMessage({ text, toolCalls, finish, model }: RoutedResponse) {
  if (finish === 'content_filter') {
    throw ApplicationFailure.nonRetryable(
      `${model} declined to answer. Change the task or the agent's models.`,
      'ContentFilter',
    );
  }
  const isCut = finish === 'length' && toolCalls.length === 0;
  const kept = isCut ? `${text}\n\n(cut at the model's limit of output tokens)` : text;
  return {
    role: 'assistant' as const,
    text: storableText(kept),
    toolCalls: toolCalls.map((toolCall) => storable(toolCall)),
  };
}
