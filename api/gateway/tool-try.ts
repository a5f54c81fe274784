import type { ToolTryAnswer } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { ChatMessage, ChatQuestion, ToolCall } from '../../contracts/models/messages.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { Services } from '../services.ts';
import { runReadingTool } from './reading-tool.ts';

type ToolResult = ToolTryAnswer['data']['toolResults'][number] & { failed: boolean };

/**
 * Asks a model a question with tools. With `autoExecute`, the calls that it asks for are executed, once, and it answers
 * with what they gave.
 * @param asking.ask sends a question to the model.
 */
export async function tryTools(
  services: Services,
  asked: { query: string; autoExecute: boolean; tools: readonly ToolSpec[]; user: string },
  {
    ask,
    signal,
  }: {
    ask: (question: ChatQuestion) => Promise<GatewayChatAnswer>;
    signal: AbortSignal;
  },
): Promise<ToolTryAnswer> {
  const { query, autoExecute, tools, user } = asked;
  const offered = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
  const messages: ChatMessage[] = [{ role: 'user', text: query }];
  const first = await ask({ messages, tools: offered, toolChoice: 'auto' });
  const { toolCalls } = first;
  if (!autoExecute || toolCalls.length === 0) return answerOf([first], toolCalls, []);
  const results = await Promise.all(toolCalls.map((call) => execute(call)));
  const second = await ask({
    messages: [...messages, said(first), ...toolCalls.map((call, at) => told(call, results[at]!))],
    tools: offered,
    toolChoice: 'none',
  });
  return answerOf([first, second], toolCalls, results);

  async function execute(call: ToolCall): Promise<ToolResult> {
    const { id: toolCallId, name: toolName, args, argsError } = call;
    const isOffered = tools.some(({ name }) => name === toolName);
    const wrong = argsError ?? (isOffered ? undefined : 'this tool was not offered');
    if (wrong !== undefined)
      return { toolCallId, toolName, result: { error: wrong }, failed: true };
    const run = await runReadingTool(services, { tool: toolName, args, user }, signal);
    return { toolCallId, toolName, ...run };
  }
}

function said({ text, toolCalls, reasoning, model }: GatewayChatAnswer): ChatMessage {
  return { role: 'assistant', text, toolCalls, model, ...(reasoning && { reasoning }) };
}

function told({ id: callId, name }: ToolCall, { result, failed }: ToolResult): ChatMessage {
  return { role: 'tool', callId, name, text: JSON.stringify(result), isError: failed };
}

function answerOf(
  answers: readonly GatewayChatAnswer[],
  toolCalls: readonly ToolCall[],
  results: readonly ToolResult[],
): ToolTryAnswer {
  const last = answers.at(-1)!;
  const [provider = '', ...model] = last.model.split(':');
  const promptTokens = answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
  const completionTokens = answers.reduce((sum, { usage }) => sum + usage.outputTokens, 0);
  return {
    success: true,
    data: {
      provider,
      model: model.join(':'),
      content: last.text,
      toolCalls: toolCalls.map((call) => ({
        id: call.id,
        name: call.name,
        arguments: call.argsError === undefined ? call.args : argumentsText(call),
      })),
      toolResults: results.map(({ failed: _failed, ...result }) => result),
      usage: { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens },
    },
  };
}
