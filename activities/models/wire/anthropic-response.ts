import { z } from 'zod';
import type { FinishReason, ToolCall } from '../../../contracts/messages.ts';
import type { ChatResponse } from '../provider.ts';
import { readToolArguments } from './tool-arguments.ts';

const textBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const toolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const otherBlock = z.looseObject({ type: z.string() });

const answer = z.looseObject({
  content: z.array(z.union([textBlock, toolUse, otherBlock])),
  stop_reason: z.string().nullish(),
  usage: z.looseObject({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
  }),
});

const finishReasons: Record<string, FinishReason> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** Reads the answer of a Messages request; undefined where it is none. */
export function readAnthropicMessage(body: unknown): ChatResponse | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return undefined;
  const { content, usage } = parsed.data;
  const toolCalls = content.filter(isToolUse).map(toToolCall);
  const cached = usage.cache_read_input_tokens ?? 0;
  return {
    text: content
      .filter(isText)
      .map((block) => block.text)
      .join(''),
    toolCalls,
    finish:
      finishReasons[parsed.data.stop_reason ?? ''] ??
      (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: {
      // Anthropic counts what was cached beside `input_tokens`, not in it.
      inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + cached,
      outputTokens: usage.output_tokens,
      cachedInputTokens: cached,
      cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
      reasoningTokens: 0,
    },
  };
}

type Block = z.output<typeof answer>['content'][number];

function isText(block: Block): block is z.output<typeof textBlock> {
  return textBlock.safeParse(block).success;
}

function isToolUse(block: Block): block is z.output<typeof toolUse> {
  return toolUse.safeParse(block).success;
}

function toToolCall({ id, name, input }: z.output<typeof toolUse>): ToolCall {
  return { id, name, ...readToolArguments(input) };
}
