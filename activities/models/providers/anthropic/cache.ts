import type {
  CacheControlEphemeral,
  ContentBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import {
  estimateInputTokens,
  estimateTextTokens,
} from '../../../../contracts/models/estimate-tokens.ts';
import type { ChatRequest } from '../../provider.ts';
import type { Turn } from './turns.ts';

const cacheControl: CacheControlEphemeral = { type: 'ephemeral' };

/** The shortest beginning that a model caches, in tokens; the first match counts (platform.claude.com, November 2026). */
const minimums: { name: RegExp; tokens: number }[] = [
  { name: /^claude-(opus|fable|mythos)-5(-\d{8})?$/, tokens: 512 },
  { name: /^claude-(opus-4-[56]|haiku-4-5)/, tokens: 4_096 },
  { name: /^claude-(opus-4-7|3-haiku|3-5-haiku)/, tokens: 2_048 },
  { name: /^claude-(opus-4-8|opus-4|sonnet-5(-\d{8})?$|sonnet-4|3-7)/, tokens: 1_024 },
];

/** Where the cached beginnings of a request end: at most three of the four marks that there may be. */
export type CacheMarks = {
  /** Whether the tools and the system prompt are one. */
  beginning: boolean;
  /** Marks the ends of turns that are worth it. */
  markTurns(turns: Turn[]): void;
};

const noMarks: CacheMarks = { beginning: false, markTurns: () => {} };

/**
 * Where to end what is cached. Nowhere, if the client has said that itself, or if the same beginning will not come again:
 * to write costs a quarter more than to read once. And not where the beginning is surely shorter than the model's minimum.
 */
export function cacheMarks(request: ChatRequest): CacheMarks {
  const { messages, tools, responseFormat, model } = request;
  const isTold = [...messages, ...tools].some(({ cacheControl: mark }) => mark !== undefined);
  const comesAgain = tools.length > 0 || messages.some(({ role }) => role === 'assistant');
  if (isTold || !comesAgain) return noMarks;
  const minimum = minimums.find(({ name }) => name.test(model))?.tokens ?? 0;
  const system = messages.filter(({ role }) => role === 'system');
  // An estimate that is rather too high: what it says is too short is too short.
  const tokens = estimateInputTokens({
    messages: system,
    tools,
    ...(responseFormat && { responseFormat }),
  });
  return {
    beginning: tokens >= minimum,
    markTurns: (turns) => markTurns(turns, { tokens, minimum }),
  };
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
function markTurns(turns: Turn[], before: { tokens: number; minimum: number }): void {
  const firstLong = firstLongEnough(turns, before);
  const ofUser = turns.filter(({ role }, index) => role === 'user' && index >= firstLong);
  for (const { content } of ofUser.slice(-2)) {
    const last = content.length - 1;
    content[last] = cached(content[last] as Exclude<ContentBlockParam, { type: 'thinking' }>);
  }
}

/** A token has at least this many characters on average, so that no more of a long text needs to be read. */
const mostCharactersPerToken = 16;

/** The first turn at whose end the request is as long as it must be. */
function firstLongEnough(
  turns: readonly Turn[],
  { tokens, minimum }: { tokens: number; minimum: number },
): number {
  let soFar = tokens;
  for (const [index, { content }] of turns.entries()) {
    if (soFar < minimum) {
      const text = JSON.stringify(content).slice(0, minimum * mostCharactersPerToken);
      soFar += estimateTextTokens([text]);
    }
    if (soFar >= minimum) return index;
  }
  return turns.length;
}
