import { ApplicationFailure } from '@temporalio/activity';
import type { OpenConversationInput, RecordActivities } from '../../contracts/activities.ts';
import type { AgentDefinition } from '../../contracts/agents.ts';
import type { ChatMessage } from '../../contracts/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { nativeModels } from '../models/engines/openai-responses.ts';
import { systemPrompt } from '../models/turn/system-prompt.ts';
import { preview } from '../preview.ts';

/** How an agent's conversation begins, what it is told of calls that failed, and what it had found. */
export function createConversationRecords({
  conversations,
  artifacts,
  models,
  tools,
}: Dependencies): Pick<
  RecordActivities,
  'openConversation' | 'recordObservation' | 'collectPartial'
> {
  /** Everything that the agent names and that is not there, each with how to mend it. */
  function missing(agent: AgentDefinition): string[] {
    const unknown = agent.tools.filter((name) => !tools.find(name));
    const chain = agent.models.length > 0 ? agent.models : models.defaultChain;
    const isNative = agent.engine === 'openai-responses';
    return [
      ...models.missing(chain),
      ...(isNative && nativeModels(chain).length === 0 ? [noNativeModel(chain)] : []),
      ...unknown.map((name) => `tool ${name}: there is no such tool; see GET /api/v1/tools`),
    ];
  }

  async function taskText(task: OpenConversationInput['task']): Promise<string> {
    if (typeof task === 'string') return artifacts.resolveText(task);
    const answer = await conversations.answer(task.conversationId, task.turn);
    return String(answer?.toolCalls[task.call]?.args['task'] ?? '');
  }

  async function calledTool(conversationId: string, turn: number, call: number) {
    const requested = (await conversations.answer(conversationId, turn))?.toolCalls[call];
    if (requested) return requested;
    throw ApplicationFailure.nonRetryable(
      `${conversationId} has no call ${call} in turn ${turn}`,
      'CallNotFound',
    );
  }

  return {
    async openConversation({ conversationId, agent, task, delegates, ...input }) {
      const gaps = missing(agent);
      if (gaps.length > 0) {
        throw ApplicationFailure.nonRetryable(
          `${agent.name} cannot start. Missing: ${gaps.join('; ')}.`,
          'DependencyMissing',
        );
      }
      const { runId, nodePath, budgets, maximumOutputTokens, temperature, schema } = input;
      const system = systemPrompt(agent);
      const first: ChatMessage[] = [
        ...(system ? [{ role: 'system' as const, text: system }] : []),
        { role: 'user', text: await taskText(task) },
      ];
      const settings = { maximumOutputTokens, temperature, schema };
      await conversations.open(
        { id: conversationId, runId, nodePath, agent, delegates, settings, budgets },
        first,
      );
    },

    async recordObservation({ conversationId, turn, call, observation }) {
      const { id, name } = await calledTool(conversationId, turn, call);
      const isError = 'error' in observation;
      const content = isError
        ? { error: observation.error }
        : await artifacts.resolve(observation.output);
      const text = JSON.stringify(content);
      await conversations.append(conversationId, [
        { turn, position: call + 1, message: { role: 'tool', callId: id, name, text, isError } },
      ]);
    },

    async collectPartial({ conversationId }) {
      const stored = (await conversations.messages(conversationId)).map(({ message }) => message);
      const answers = stored.filter((message) => message.role === 'assistant');
      const results = stored.filter((message) => message.role === 'tool' && !message.isError);
      return {
        turns: answers.length,
        lastText: preview(answers.findLast(({ text }) => text !== '')?.text ?? ''),
        observations: results.flatMap((message) =>
          message.role === 'tool' ? [{ tool: message.name, preview: preview(message.text) }] : [],
        ),
      };
    },
  };
}

function noNativeModel(chain: readonly string[]): string {
  return (
    `an OpenAI model, which the engine openai-responses needs (its chain is ${chain.join(', ')}): set ` +
    'OPENAI_API_KEY and name a model such as openai:gpt-5.2 in models or in BATON_MODELS, or choose the engine react'
  );
}
