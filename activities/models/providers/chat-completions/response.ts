import { z } from 'zod';
import type { FinishReason, ToolCall, Usage } from '../../../../contracts/models/messages.ts';
import type { ChatResponse } from '../../provider.ts';
import { newCallId } from '../wire/call-ids.ts';
import { readContent, writtenContent } from './content.ts';
import type { VendorQuirks } from '../wire/model-quirks.ts';
import { mayBeCut, readToolArguments } from '../wire/tool-arguments.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';

const count = z.number().nonnegative().nullish().catch(undefined);

/** Token counts as those who speak Chat Completions write them. */
const chatCompletionsUsage = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: count, cache_write_tokens: count })
    .nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count,
  /** Kimi's. */
  cached_tokens: count,
});

/** What was used; nothing where the answer does not say. */
function readChatCompletionsUsage(
  usage: z.output<typeof chatCompletionsUsage> | null | undefined,
  { reasoningOutside }: VendorQuirks,
): Usage {
  if (!usage) return noUsage;
  const { prompt_tokens_details: read, completion_tokens_details: written } = usage;
  const reasoningTokens = written?.reasoning_tokens ?? 0;
  const completionTokens = usage.completion_tokens ?? 0;
  return {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: reasoningOutside ? completionTokens + reasoningTokens : completionTokens,
    cachedInputTokens:
      read?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0,
    cacheWriteTokens: read?.cache_write_tokens ?? 0,
    reasoningTokens,
  };
}

const toolCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
  extra_content: z
    .looseObject({ google: z.looseObject({ thought_signature: z.string().nullish() }).nullish() })
    .nullish(),
});

const message = z.looseObject({
  content: writtenContent,
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  tool_calls: z.array(toolCall).nullish(),
});

const choice = z.looseObject({
  message,
  finish_reason: z.string().nullish(),
  usage: chatCompletionsUsage.nullish(),
});

const answer = z.looseObject({
  choices: z.tuple([choice], z.unknown()),
  usage: chatCompletionsUsage.nullish(),
});

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
};

/** Reads the answer of a Chat Completions request; undefined where it is none. */
export function readChatCompletion(body: unknown, vendor: VendorQuirks): ChatResponse | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return undefined;
  const [{ message: said, finish_reason: reason, usage }] = parsed.data.choices;
  const calls = said.tool_calls ?? [];
  const finish = said.refusal ? 'content_filter' : toFinish(reason ?? 'stop', calls.length > 0);
  const toolCalls = calls.map((call, index) => toToolCall(call, index, calls, finish));
  const content = readContent(said.content);
  const reasoning = said.reasoning_content || said.reasoning || content.reasoning;
  return {
    text: content.text || said.refusal || '',
    ...(said.refusal && !content.text ? { isRefusal: true as const } : {}),
    toolCalls,
    ...(reasoning ? { reasoning: [{ text: reasoning }] } : {}),
    finish,
    usage: readChatCompletionsUsage(parsed.data.usage ?? usage, vendor),
  };
}

type WrittenCall = z.output<typeof toolCall>;

function toToolCall(
  call: WrittenCall,
  index: number,
  all: readonly WrittenCall[],
  finish: FinishReason,
): ToolCall {
  const earlier = all.slice(0, index);
  const usable = call.id && earlier.every(({ id }) => id !== call.id);
  const signature = call.extra_content?.google?.thought_signature;
  return {
    id: usable ? (call.id as string) : newCallId(),
    name: call.function.name,
    ...readToolArguments(call.function.arguments, mayBeCut(finish, index, all.length)),
    ...(signature ? { signature } : {}),
  };
}

/** Some servers finish with `stop` where there are calls to run. */
function toFinish(reason: string, hasCalls: boolean): FinishReason {
  const named = finishReasons[reason];
  if (named && named !== 'stop') return named;
  return hasCalls ? 'tool_calls' : 'stop';
}
