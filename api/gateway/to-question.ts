import type { ChatCompletionRequest } from '../../contracts/api/gateway/index.ts';
import { isGiven } from '../../contracts/base/is-given.ts';
import type { ChatQuestion } from '../../contracts/models/messages.ts';
import type {
  ReasoningEffort,
  ResponseFormat,
  ToolChoice,
} from '../../contracts/models/messages.ts';
import { toMessages } from './to-messages.ts';

/**
 * What a Chat Completions request asks, in Baton's own form.
 * @param model who is asked first, as `provider:model`.
 * @throws {Problem} `invalid-request` for the result of a call that is not there.
 */
export function toQuestion(request: ChatCompletionRequest, model: string): ChatQuestion {
  const { temperature, reasoning_effort: effort, response_format: format } = request;
  const maximumOutputTokens = request.max_completion_tokens ?? request.max_tokens;
  const responseFormat = toResponseFormat(format);
  return {
    messages: toMessages(request.messages, model),
    tools: (request.tools ?? []).map(({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? '',
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
    toolChoice: toToolChoice(request.tool_choice),
    ...(isGiven(maximumOutputTokens) && { maximumOutputTokens }),
    ...(isGiven(temperature) && { temperature }),
    ...(responseFormat && { responseFormat }),
    ...(effort && { reasoningEffort: efforts[effort] }),
  };
}

const efforts = {
  none: 'none',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
} satisfies Record<NonNullable<ChatCompletionRequest['reasoning_effort']>, ReasoningEffort>;

function toToolChoice(choice: ChatCompletionRequest['tool_choice']): ToolChoice {
  if (!choice) return 'auto';
  return typeof choice === 'string' ? choice : { tool: choice.function.name };
}

function toResponseFormat(
  format: ChatCompletionRequest['response_format'],
): ResponseFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  return format.type === 'json_object' ? 'json' : format.json_schema;
}
