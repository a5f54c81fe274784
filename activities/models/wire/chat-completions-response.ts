import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { FinishReason, ToolCall } from '../../../contracts/messages.ts';
import type { ChatResponse } from '../provider.ts';
import { readToolArguments } from './tool-arguments.ts';

const toolCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown() }),
});

const message = z.looseObject({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
});

const answer = z.looseObject({
  choices: z.tuple([z.looseObject({ message, finish_reason: z.string().nullish() })], z.unknown()),
  usage: z
    .looseObject({
      prompt_tokens: z.number().default(0),
      completion_tokens: z.number().default(0),
      prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
};

/** Reads the answer of a Chat Completions request; undefined where it is none. */
export function readChatCompletion(body: unknown): ChatResponse | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return undefined;
  const { choices, usage } = parsed.data;
  const [{ message: said, finish_reason: reason }] = choices;
  const toolCalls = (said.tool_calls ?? []).map(toToolCall);
  return {
    text: said.content || said.refusal || '',
    toolCalls,
    finish: said.refusal ? 'content_filter' : toFinish(reason ?? 'stop', toolCalls),
    usage: {
      inputTokens: usage?.prompt_tokens ?? 0,
      outputTokens: usage?.completion_tokens ?? 0,
      cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
  };
}

function toToolCall(call: z.output<typeof toolCall>, index: number, all: unknown[]): ToolCall {
  const earlier = all.slice(0, index) as z.output<typeof toolCall>[];
  const usable = call.id && earlier.every(({ id }) => id !== call.id);
  return {
    id: usable ? (call.id as string) : `call_${randomUUID().replaceAll('-', '')}`,
    name: call.function.name,
    ...readToolArguments(call.function.arguments),
  };
}

/** Some servers finish with `stop` where there are calls to run. */
function toFinish(reason: string, toolCalls: readonly ToolCall[]): FinishReason {
  const named = finishReasons[reason];
  if (named && named !== 'stop') return named;
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}
