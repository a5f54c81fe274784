import { z } from 'zod';
import type { Usage } from '../../../../contracts/models/messages.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { VendorQuirks } from '../wire/model-quirks.ts';

const count = z.number().nonnegative().nullish().catch(undefined);

/** Token counts as those who speak Chat Completions write them. */
export const chatCompletionsUsage = z.looseObject({
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
export function readChatCompletionsUsage(
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
