import { z } from 'zod';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { FinishReason, Reasoning, ToolCall } from '../../../../contracts/models/messages.ts';
import type { ChatResponse } from '../../provider.ts';
import { newCallId } from '../wire/call-ids.ts';
import { mayBeCut, readToolArguments } from '../wire/tool-arguments.ts';

const tokens = z.number().nullish();

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});

const answer = z.looseObject({
  content: z.array(block),
  stop_reason: z.string().nullish(),
  stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
  usage: z.looseObject({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_creation_input_tokens: tokens,
    cache_read_input_tokens: tokens,
    cache_creation: z.looseObject({ ephemeral_1h_input_tokens: tokens }).nullish(),
    output_tokens_details: z.looseObject({ thinking_tokens: tokens }).nullish(),
  }),
});

type Answer = z.output<typeof answer>;
type Block = Answer['content'][number];

const finishReasons: Record<string, FinishReason> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** Reads the answer of a Messages request, whole or put together from a stream; undefined where it is none. */
export function readAnthropicMessage(body: unknown): ChatResponse | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return undefined;
  const { content, usage, stop_reason: reason, stop_details: details } = parsed.data;
  const calls = content.filter(({ type }) => type === 'tool_use');
  const finish = finishReasons[reason ?? ''] ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  // What was cut off is the last block: a call before another block is whole.
  const isCut = mayBeCut(finish, 0, 1) && content.at(-1)?.type === 'tool_use';
  const toolCalls = calls.map((call, index) =>
    toToolCall(call, calls.slice(0, index), isCut && index === calls.length - 1),
  );
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const explanation = (reason === 'refusal' && details?.explanation) || '';
  const reasoning = readReasoning(content);
  return {
    text: text || explanation,
    ...(explanation && !text ? { isRefusal: true as const } : {}),
    toolCalls,
    ...(reasoning.length > 0 ? { reasoning } : {}),
    finish,
    usage: readUsage(usage),
  };
}

function toToolCall({ id, name = '', input }: Block, before: Block[], isCut: boolean): ToolCall {
  const isFree = id && before.every((earlier) => earlier.id !== id);
  return { id: isFree ? id : newCallId(), name, ...readToolArguments(input, isCut) };
}

/** Thinking, each with how many pieces of the answer (its text, each call) came before it, where any did. */
function readReasoning(content: readonly Block[]): Reasoning[] {
  return content.flatMap((part, index): Reasoning[] => {
    const { type, thinking = '', signature, data } = part;
    const before = content.slice(0, index);
    const position =
      Number(before.some(({ type: said, text }) => said === 'text' && text?.trim())) +
      before.filter(({ type: said }) => said === 'tool_use').length;
    const place: JsonObject = position > 0 ? { position } : {};
    if (type === 'redacted_thinking' && data !== undefined) {
      return [{ text: '', opaque: { data, ...place } }];
    }
    if (type !== 'thinking') return [];
    return [{ text: thinking, ...(signature ? { opaque: { signature, ...place } } : {}) }];
  });
}

/** Anthropic counts what was cached beside `input_tokens`, not in it. */
function readUsage(usage: Answer['usage']): ChatResponse['usage'] {
  const cachedInputTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  const cacheWriteHourTokens = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cacheWriteTokens + cachedInputTokens,
    outputTokens: usage.output_tokens,
    cachedInputTokens,
    cacheWriteTokens,
    ...(cacheWriteHourTokens > 0 && { cacheWriteHourTokens }),
    reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
  };
}
