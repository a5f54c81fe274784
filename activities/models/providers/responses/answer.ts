import { z } from 'zod';
import type {
  FinishReason,
  Reasoning,
  ToolDefinition,
} from '../../../../contracts/models/messages.ts';
import { classifyWritten } from '../errors/classify.ts';
import { ProviderError } from '../../provider.ts';
import type { ChatResponse } from '../../provider.ts';
import { createCallIds } from '../wire/call-ids.ts';
import { callIdRule, callsOf, isRefused, outputItem } from './items.ts';
import type { Offered, OutputItem } from './items.ts';
import { keepPhase, keepReasoning } from './opaque.ts';
import { mayBeCut, readToolArguments } from '../wire/tool-arguments.ts';
import { unreadableAnswer } from '../wire/unreadable-answer.ts';

const tokens = z.number().nullish();

const response = z.looseObject({
  id: z.string().nullish(),
  status: z.string().nullish(),
  error: z.unknown().optional(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(outputItem),
  /** Those that the server says it was given. */
  tools: z.unknown().optional(),
  usage: z
    .looseObject({
      input_tokens: tokens,
      input_tokens_details: z
        .looseObject({ cached_tokens: tokens, cache_write_tokens: tokens })
        .nullish(),
      output_tokens: tokens,
      output_tokens_details: z.looseObject({ reasoning_tokens: tokens }).nullish(),
    })
    .nullish(),
});
type ResponseBody = z.output<typeof response>;

/** What is needed to read an answer: who gave it, what must not be told, and the tools that were offered. */
export type ReadingContext = {
  provider: string;
  secrets: readonly string[];
  tools: readonly ToolDefinition[];
};

/**
 * Reads a whole response that has ended.
 *
 * @throws {ProviderError} where it failed, was cancelled, or is no response.
 */
export function readResponse(body: unknown, context: ReadingContext): ChatResponse {
  const parsed = response.safeParse(body);
  if (parsed.data?.status === 'failed') throw classifyWritten(parsed.data.error, context);
  if (parsed.data?.status === 'cancelled') throw cancelledResponse(context.provider);
  if (!parsed.success) return unreadableAnswer(context, body);
  const { output, usage } = parsed.data;
  const ids = createCallIds(callIdRule);
  const offered = { tools: context.tools, given: parsed.data.tools };
  const calls = output.flatMap((item) => callsOf(item, offered));
  const finish = toFinish(parsed.data, calls.length > 0);
  const toolCalls = calls.map(({ id, name, arguments: written }, index) => ({
    id: ids.ofCall(id),
    name,
    ...readToolArguments(written, mayBeCut(finish, index, calls.length)),
  }));
  const said = readText(output);
  const reasoning = readReasoning(output, offered);
  const isOnlyCommentary = said === '' && toolCalls.length === 0;
  return {
    text: isOnlyCommentary ? commentaryOf(output) : said,
    ...(hasRefused(output) && { isRefusal: true }),
    toolCalls,
    ...(reasoning.length > 0 && !isOnlyCommentary && { reasoning }),
    finish,
    usage: {
      inputTokens: usage?.input_tokens ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
      cachedInputTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
      cacheWriteTokens: usage?.input_tokens_details?.cache_write_tokens ?? 0,
      reasoningTokens: usage?.output_tokens_details?.reasoning_tokens ?? 0,
    },
  };
}

function cancelledResponse(provider: string): ProviderError {
  return new ProviderError({
    provider,
    kind: 'transient',
    code: 'cancelled',
    message: 'the response was cancelled at the provider',
  });
}

type Message = Extract<OutputItem, { type: 'message' }>;

function isCommentary(item: OutputItem): item is Message & { phase: 'commentary' } {
  return item.type === 'message' && item.phase === 'commentary';
}

function textOf({ content }: Message): string {
  return content.map(({ text, refusal }) => text ?? refusal ?? '').join('');
}

function readText(output: readonly OutputItem[]): string {
  return output
    .filter((item) => item.type === 'message')
    .filter((item) => !isCommentary(item))
    .map(textOf)
    .join('');
}

function commentaryOf(output: readonly OutputItem[]): string {
  return output.filter(isCommentary).map(textOf).join('\n\n');
}

function readReasoning(output: readonly OutputItem[], offered: Offered): Reasoning[] {
  let callsBefore = 0;
  return output.flatMap((item): Reasoning[] => {
    callsBefore += callsOf(item, offered).length;
    if (isCommentary(item)) return [keepPhase('commentary', textOf(item), callsBefore)];
    if (item.type === 'message' && item.phase === 'final_answer') {
      return [keepPhase('final_answer', '', callsBefore)];
    }
    if (item.type !== 'reasoning') return [];
    const parts = item.summary?.length ? item.summary : (item.content ?? []);
    const text = parts.map((part) => part.text).join('\n\n');
    const { id, encrypted_content: encryptedContent } = item;
    if (id && encryptedContent) return [keepReasoning({ id, text, encryptedContent }, callsBefore)];
    return text ? [{ text }] : [];
  });
}

function hasRefused(output: readonly OutputItem[]): boolean {
  return output.some((item) => item.type === 'message' && item.content.some(isRefused));
}

function toFinish({ incomplete_details, output }: ResponseBody, hasCalls: boolean): FinishReason {
  const reason = incomplete_details?.reason;
  if (hasRefused(output) || reason === 'content_filter') return 'content_filter';
  if (reason) return 'length';
  return hasCalls ? 'tool_calls' : 'stop';
}
