import type {
  ChatCompletionCreateParamsNonStreaming as Body,
  ChatCompletionMessageParam,
  ChatCompletionTool,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions';
import type { ChatMessage, ToolChoice, ToolDefinition } from '../../../contracts/messages.ts';
import type { ChatRequest } from '../provider.ts';
import { createCallIds } from './call-ids.ts';

/** OpenAI refuses an id of more than 40 characters; its form is free. */
const callIdRule = { refused: /(?!)/g, longest: 40 };

/** The part of a Chat Completions request that all who speak it understand. */
export function chatCompletionsBody(request: ChatRequest): Body {
  const tools = request.tools.map(toTool);
  return {
    model: request.model,
    messages: toMessages(request.messages),
    ...(tools.length > 0 ? { tools, tool_choice: toToolChoice(request.toolChoice) } : {}),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  };
}

function toMessages(messages: readonly ChatMessage[]): ChatCompletionMessageParam[] {
  const ids = createCallIds(callIdRule);
  return messages.map((message): ChatCompletionMessageParam => {
    if (message.role === 'tool') {
      return { role: 'tool', tool_call_id: ids.ofResult(message.callId), content: message.text };
    }
    if (message.role !== 'assistant') return { role: message.role, content: message.text };
    if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
    return {
      role: 'assistant',
      content: message.text || null,
      tool_calls: message.toolCalls.map(({ id, name, args }) => ({
        id: ids.ofCall(id),
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      })),
    };
  });
}

function toTool({ name, description, parameters }: ToolDefinition): ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters } };
}

function toToolChoice(choice: ToolChoice): ChatCompletionToolChoiceOption {
  return typeof choice === 'string'
    ? choice
    : { type: 'function', function: { name: choice.tool } };
}
