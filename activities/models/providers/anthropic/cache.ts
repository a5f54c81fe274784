import type {
  CacheControlEphemeral,
  ContentBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ChatRequest } from '../../provider.ts';
import type { Turn } from './turns.ts';

const cacheControl: CacheControlEphemeral = { type: 'ephemeral' };

/**
 * Whether the prompt is worth writing to the cache, which costs a quarter more than reading it once: when the
 * same beginning will come again, as it does with tools and in a conversation.
 */
export function isWorthCaching({ tools, messages }: ChatRequest): boolean {
  return tools.length > 0 || messages.some(({ role }) => role === 'assistant');
}

/** A block as the end of what is cached. */
export function cached<Block extends object>(
  block: Block,
): Block & { cache_control: typeof cacheControl } {
  return { ...block, cache_control: cacheControl };
}

/**
 * Marks the ends of the last two turns of the user: the later is written for the next request, the earlier is
 * where the request before ended, and is read however many blocks came since (the API looks back over 20).
 */
export function markTurns(turns: Turn[]): void {
  const ofUser = turns.filter(({ role }) => role === 'user').slice(-2);
  for (const { content } of ofUser) {
    const last = content.length - 1;
    content[last] = cached(content[last] as Exclude<ContentBlockParam, { type: 'thinking' }>);
  }
}
