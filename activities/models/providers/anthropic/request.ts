import type {
  MessageCreateParamsNonStreaming as Body,
  Tool,
  ToolChoice as AnthropicToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import type { ToolChoice } from '../../../../contracts/models/messages.ts';
import { toAnthropicTool } from '../../../../contracts/tools/definitions/index.ts';
import type { ChatRequest } from '../../provider.ts';
import { cached, isWorthCaching, markTurns } from './cache.ts';
import { anthropicFormat } from './format.ts';
import { anthropicThinking } from './thinking.ts';
import { anthropicTraits } from './traits.ts';
import { toTurns } from './turns.ts';
import type { Turn } from './turns.ts';
import { withFormatInWords } from '../wire/format-in-words.ts';
import { askForCall } from '../wire/in-words.ts';
import { systemText, withTurn } from '../wire/system-text.ts';

/** Anthropic wants a limit; thinking, where a model thinks, counts into it. */
const defaultMaximumTokens = 16_000;

/**
 * A request in the form of Anthropic's Messages. `temperature` is left out: API version 2026-10-21, which
 * the package speaks, refuses sampling parameters.
 */
export function anthropicBody(asked: ChatRequest): Body {
  const request = { ...asked, messages: withTurn(asked.messages) };
  const {
    model,
    maximumOutputTokens = defaultMaximumTokens,
    messages,
    tools,
    toolChoice,
  } = request;
  const { config, effort, kept, persuaded } = anthropicThinking(request, maximumOutputTokens);
  const format = nativeFormat(request);
  const output = { ...(effort && { effort }), ...(format && { format }) };
  const caching = isWorthCaching(request);
  const turns = toTurns(messages, kept);
  if (caching) markTurns(turns);
  if (persuaded) say(turns, askForCall(toolChoice).text);
  return {
    model,
    max_tokens: maximumOutputTokens,
    ...beginning(request, { caching, formatted: format !== undefined }),
    messages: turns,
    ...(tools.length > 0 ? { tool_choice: toToolChoice(persuaded ? 'auto' : toolChoice) } : {}),
    ...(config ? { thinking: config as NonNullable<Body['thinking']> } : {}),
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
  };
}

/** The schema of the answer, where model and schema allow it to be native. */
function nativeFormat({ model, responseFormat }: ChatRequest) {
  if (!responseFormat || responseFormat === 'json' || !anthropicTraits(model).format)
    return undefined;
  const schema = anthropicFormat(responseFormat.schema);
  return schema && { type: 'json_schema' as const, schema };
}

/** What comes before the messages; its last block ends what is cached of it. */
function beginning(
  { messages, tools, responseFormat }: ChatRequest,
  { caching, formatted }: { caching: boolean; formatted: boolean },
): Pick<Body, 'system' | 'tools'> {
  const asked =
    responseFormat && !formatted ? withFormatInWords(messages, responseFormat) : messages;
  const text = systemText(asked);
  const converted: Tool[] = tools.map(toAnthropicTool);
  const last = converted.at(-1);
  if (caching && !text && last) converted.splice(-1, 1, cached(last));
  const system = { type: 'text' as const, text };
  return {
    ...(text ? { system: [caching ? cached(system) : system] } : {}),
    ...(converted.length > 0 ? { tools: converted } : {}),
  };
}

/** Adds words at the end, so that nothing before them changes, on which the cache and thinking depend. */
function say(turns: Turn[], text: string): void {
  const last = turns.at(-1);
  if (last?.role === 'user') last.content.push({ type: 'text', text });
  else turns.push({ role: 'user', content: [{ type: 'text', text }] });
}

function toToolChoice(choice: ToolChoice): AnthropicToolChoice {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}
