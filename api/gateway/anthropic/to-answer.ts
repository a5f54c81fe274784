import type {
  AnthropicAnswer,
  AnthropicStopReason,
  AnthropicUsage,
} from '../../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import type { FinishReason, Usage } from '../../../contracts/models/messages.ts';
import type { Problem } from '../../base/problem.ts';
import { createRelay } from '../relay.ts';
import type { StreamForm } from '../stream-answer.ts';
import { createBlocks } from './blocks.ts';
import { toAnthropicError } from './errors.ts';

const stopReasons = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
} satisfies Record<FinishReason, AnthropicStopReason>;

/** `max_tokens` too where arguments are no JSON object, so that no client runs the call. */
function stopReasonOf({ finish, toolCalls, isRefusal }: GatewayChatAnswer): AnthropicStopReason {
  if (isRefusal) return stopReasons.content_filter;
  const isBroken = toolCalls.some(({ argsError }) => argsError !== undefined);
  return finish === 'tool_calls' && isBroken ? 'max_tokens' : stopReasons[finish];
}

/** An answer as Anthropic's API gives it. */
export function toAnthropicAnswer(
  answer: GatewayChatAnswer,
  { id, thinking }: { id: string; thinking: boolean },
): AnthropicAnswer {
  const content = createBlocks({ thinking });
  for (const part of createRelay(answer.model).rest(answer) ?? []) content.accept(part);
  return {
    ...begun(id, answer.model),
    content: content.end(answer).blocks,
    stop_reason: stopReasonOf(answer),
    usage: toUsage(answer.usage),
  };
}

/** Anthropic's stream of events. */
export function anthropicStream({ id, thinking }: { id: string; thinking: boolean }): StreamForm {
  const content = createBlocks({ thinking });
  return {
    begin: (model) =>
      frame({
        type: 'message_start',
        message: { ...begun(id, model), content: [], stop_reason: null, usage: nothingYet },
      }),
    part: (_model, delta) => content.accept(delta).map(frame).join(''),
    end: (answer) =>
      [
        ...content.end(answer).events,
        {
          type: 'message_delta',
          delta: { stop_reason: stopReasonOf(answer), stop_sequence: null },
          usage: toUsage(answer.usage),
        },
        { type: 'message_stop' },
      ]
        .map(frame)
        .join(''),
    error: (problem: Problem) => frame(toAnthropicError(problem, null)),
  };
}

const frame = (event: { type: string; [field: string]: unknown }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const begun = (id: string, model: string) =>
  ({ id, type: 'message', role: 'assistant', model, stop_sequence: null }) as const;

/** What is read is known at the end. */
const nothingYet: AnthropicUsage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

function toUsage(usage: Usage): AnthropicUsage {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
}
