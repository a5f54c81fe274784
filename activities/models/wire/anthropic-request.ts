import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming as Body,
  MessageParam,
  Tool,
  ToolChoice as AnthropicToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import type { ChatMessage, ToolChoice, ToolDefinition } from '../../../contracts/messages.ts';
import type { ChatRequest } from '../provider.ts';
import { anthropicTraits } from './anthropic-traits.ts';
import { createCallIds } from './call-ids.ts';

/** Anthropic wants a limit; thinking, where a model thinks, counts into it. */
const defaultMaximumTokens = 16_000;

const callIdRule = { refused: /[^a-zA-Z0-9_-]/g, longest: 64 };

/**
 * A request in the form of Anthropic's Messages. `temperature` is left out: API version 2026-10-21, which
 * the package speaks, refuses sampling parameters.
 */
export function anthropicBody(request: ChatRequest): Body {
  const traits = anthropicTraits(request.model);
  const hasTools = request.tools.length > 0;
  const forced = hasTools && !['auto', 'none'].includes(request.toolChoice as string);
  const persuade = forced && !traits.forcedTools;
  const system = request.messages
    .filter((message) => message.role === 'system')
    .map((message) => message.text)
    .concat(persuade ? [persuasion(request.toolChoice)] : [])
    .filter(hasText)
    .join('\n\n');
  return {
    model: request.model,
    max_tokens: request.maximumOutputTokens ?? defaultMaximumTokens,
    ...(system ? { system } : {}),
    messages: toTurns(request.messages),
    ...(traits.thinking ? { thinking: traits.thinking } : {}),
    ...(hasTools
      ? {
          tools: request.tools.map(toTool),
          tool_choice: toToolChoice(persuade ? 'auto' : request.toolChoice),
        }
      : {}),
  };
}

/** Neighbours of one role become one turn; the results of calls come first in it. */
function toTurns(messages: readonly ChatMessage[]): MessageParam[] {
  const ids = createCallIds(callIdRule);
  const turns: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message, ids);
    if (content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  for (const { content } of turns) {
    content.sort((a, b) => Number(b.type === 'tool_result') - Number(a.type === 'tool_result'));
  }
  return turns;
}

function toBlocks(
  message: Exclude<ChatMessage, { role: 'system' }>,
  ids: ReturnType<typeof createCallIds>,
): ContentBlockParam[] {
  if (message.role === 'tool') {
    return [
      {
        type: 'tool_result',
        tool_use_id: ids.ofResult(message.callId),
        content: hasText(message.text) ? message.text : '(no text)',
        ...(message.isError ? { is_error: true } : {}),
      },
    ];
  }
  const text: ContentBlockParam[] = hasText(message.text)
    ? [{ type: 'text', text: message.text }]
    : [];
  if (message.role === 'user') return text;
  return [
    ...text,
    ...message.toolCalls.map(({ id, name, args }): ContentBlockParam => ({
      type: 'tool_use',
      id: ids.ofCall(id),
      name,
      input: args,
    })),
  ];
}

function hasText(text: string): boolean {
  return text.trim() !== '';
}

function toTool({ name, description, parameters }: ToolDefinition): Tool {
  return { name, description, input_schema: { ...parameters, type: 'object' } };
}

function toToolChoice(choice: ToolChoice): AnthropicToolChoice {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}

function persuasion(choice: ToolChoice): string {
  return typeof choice === 'string'
    ? 'Answer now with a call of one of the tools, not with text.'
    : `Answer now with a call of the tool ${choice.tool}, not with text.`;
}
