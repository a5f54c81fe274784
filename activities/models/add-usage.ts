import type { Usage } from '../../contracts/models/messages.ts';

/** What two calls took together. */
export function addUsage(one: Usage, other: Usage): Usage {
  const hour = (one.cacheWriteHourTokens ?? 0) + (other.cacheWriteHourTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    ...(hour > 0 && { cacheWriteHourTokens: hour }),
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  };
}
