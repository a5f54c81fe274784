import type { ChatCompletionChunk, ChunkDelta } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { ChatDelta } from '../../contracts/models/messages.ts';
import { toOpenAIError } from './openai-errors.ts';
import type { StreamForm } from './stream-answer.ts';
import { callExtra, finishOf, messageExtra, toUsage } from './to-completion.ts';
import type { CompletionIdentity } from './to-completion.ts';

/** A part of an answer, as OpenAI's stream has it. */
function toChunkDelta(delta: ChatDelta): ChunkDelta {
  return convert[delta.type](delta as never);
}

const convert: {
  [Type in ChatDelta['type']]: (delta: Extract<ChatDelta, { type: Type }>) => ChunkDelta;
} = {
  'text-delta': ({ text, isRefusal }) => (isRefusal ? { refusal: text } : { content: text }),
  'reasoning-delta': ({ text }) => ({ reasoning_content: text }),
  'tool-call-start': ({ index, id, name }) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
  }),
  'tool-call-delta': ({ index, arguments: text }) => ({
    tool_calls: [{ index, function: { arguments: text } }],
  }),
};

/**
 * The chunks of one answer.
 * @param options.includeUsage whether the last chunk tells what was used, as `stream_options` can ask for.
 */
function createChunks(options: CompletionIdentity & { includeUsage: boolean }) {
  const { id, created, includeUsage } = options;

  function chunk(
    model: string,
    delta: ChunkDelta,
    finish: ChatCompletionChunk['choices'][number]['finish_reason'] = null,
  ): ChatCompletionChunk {
    return {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    };
  }

  return {
    first: (model: string) => chunk(model, { role: 'assistant', content: '' }),
    part: (model: string, delta: ChatDelta) => chunk(model, toChunkDelta(delta)),
    /** What can only be told at the end: signatures, why it ended, and what was used. */
    last(answer: GatewayChatAnswer): ChatCompletionChunk[] {
      const { model, usage, toolCalls } = answer;
      const signed = toolCalls.flatMap((call, index) =>
        call.signature === undefined
          ? []
          : [{ index, function: { arguments: '' }, ...callExtra(call) }],
      );
      const extra = {
        ...messageExtra(answer),
        ...(signed.length > 0 && { tool_calls: signed }),
      };
      return [
        ...(Object.keys(extra).length > 0 ? [chunk(model, extra)] : []),
        chunk(model, {}, finishOf(answer)),
        ...(includeUsage ? [{ ...chunk(model, {}), choices: [], usage: toUsage(usage) }] : []),
      ];
    },
  };
}

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** The stream of Chat Completions: chunks, and a mark at its end. */
export function chatCompletionStream(
  options: CompletionIdentity & { includeUsage: boolean },
): StreamForm {
  const chunks = createChunks(options);
  return {
    begin: (model) => frame(chunks.first(model)),
    part: (model, delta) => frame(chunks.part(model, delta)),
    end: (answer) => `${chunks.last(answer).map(frame).join('')}data: [DONE]\n\n`,
    error: (problem) => frame(toOpenAIError(problem)),
  };
}
