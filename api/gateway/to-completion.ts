import type { ChatCompletion, CompletionUsage } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { FinishReason, ToolCall, Usage } from '../../contracts/models/messages.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';

/** Which answer it is, and when it was given: seconds since the epoch. */
export type CompletionIdentity = { id: string; created: number };

/** An answer as OpenAI's API gives it. */
export function toCompletion(
  answer: GatewayChatAnswer,
  { id, created }: CompletionIdentity,
): ChatCompletion {
  const { text, toolCalls, usage, model, isRefusal } = answer;
  const thoughts = reasoningText(answer);
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefusal || (text === '' && toolCalls.length > 0) ? null : text,
          refusal: isRefusal ? text : null,
          ...(thoughts !== '' && { reasoning_content: thoughts }),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toWireCall) }),
          ...messageExtra(answer),
        },
        logprobs: null,
        finish_reason: finishOf(answer),
      },
    ],
    usage: toUsage(usage),
  };
}

/** Why an answer ended; `length` too where a call's arguments are no whole JSON, so that no client runs it. */
export function finishOf({
  finish,
  toolCalls,
}: Pick<GatewayChatAnswer, 'finish' | 'toolCalls'>): FinishReason {
  const isBroken = toolCalls.some(
    (call) => call.argsError !== undefined && foreignJson(argumentsText(call)) === undefined,
  );
  return finish === 'tool_calls' && isBroken ? 'length' : finish;
}

/** All that an answer shows of its reasoning. */
export function reasoningText({ reasoning = [] }: Pick<GatewayChatAnswer, 'reasoning'>): string {
  return reasoning.map(({ text }) => text).join('');
}

/**
 * What the provider wants back with its own words, for clients that keep fields that they do not know. It holds
 * the thoughts too: of a stream of `reasoning_content`, some clients keep the last part alone.
 */
export function messageExtra({ reasoning = [], model }: GatewayChatAnswer) {
  return reasoning.length > 0 ? { extra_content: { baton: { model, reasoning } } } : {};
}

/** What Gemini wants back with a call, where clients of its own API look for it. */
export function callExtra({ signature }: ToolCall) {
  return signature === undefined
    ? {}
    : { extra_content: { google: { thought_signature: signature } } };
}

function toWireCall(call: ToolCall) {
  return {
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: argumentsText(call) },
    ...callExtra(call),
  };
}

export function toUsage(usage: Usage): CompletionUsage {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: {
      cached_tokens: cachedInputTokens,
      cache_write_tokens: cacheWriteTokens,
    },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}
