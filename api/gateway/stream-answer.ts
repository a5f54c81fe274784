import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import { toProblem } from '../plugins/errors.ts';
import { Problem } from '../base/problem.ts';
import { answerHeaders, begunHeaders } from './answer-headers.ts';
import type { OpenCall } from '../calls/calls.ts';
import { toOpenAIError } from './openai-errors.ts';
import { createRelay } from './relay.ts';
import type { ChatCompletionChunk, ChunkDelta } from '../../contracts/api/gateway/index.ts';
import type { ChatDelta } from '../../contracts/models/messages.ts';
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

const keepAliveMs = 10_000;

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/**
 * Answers with OpenAI's stream of chunks. What the bus brings goes out as it comes; what it did not bring
 * follows from the stored answer.
 * @throws {Problem} why there is no answer, as long as nothing was sent; after that, the stream ends with it.
 */
export async function streamAnswer(
  call: OpenCall<GatewayChatAnswer>,
  reply: FastifyReply,
  options: { model: string; includeUsage: boolean; signal: AbortSignal },
): Promise<FastifyReply> {
  const { model, includeUsage, signal } = options;
  const relay = createRelay(model);
  const created = Math.floor(Date.now() / 1000);
  const chunks = createChunks({ id: call.id, created, includeUsage });
  const body = new PassThrough();
  let isOpen = false;
  let hasRole = false;

  function write(text: string, headers = begunHeaders(call.id, relay)): void {
    if (!isOpen) {
      isOpen = true;
      // Whoever goes away is noticed by `signal`.
      body.on('error', () => undefined);
      void reply
        .headers({ ...headers, 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(body);
    }
    if (body.writable) body.write(text);
  }

  function writeChunk(chunk: object, headers?: Record<string, string>): void {
    if (!hasRole) write(frame(chunks.first(relay.model)), headers);
    hasRole = true;
    write(frame(chunk));
  }

  const stop = await call
    .follow((event) => {
      const part = relay.accept(event);
      if (part) writeChunk(chunks.part(relay.model, part));
    })
    // Without the bus, the whole answer comes at its end.
    .catch(() => () => undefined);
  const keepAlive = setInterval(() => write(': waiting for the model\n\n'), keepAliveMs);
  try {
    const answer = await call.answer(signal);
    stop();
    const rest = relay.rest(answer);
    if (!rest) throw new Problem('models-failed', contradiction);
    const headers = answerHeaders(call.id, answer);
    for (const part of rest) writeChunk(chunks.part(answer.model, part), headers);
    for (const chunk of chunks.last(answer)) writeChunk(chunk, headers);
    write('data: [DONE]\n\n');
  } catch (error) {
    if (!isOpen) throw error;
    if (!signal.aborted) write(frame(toOpenAIError(toProblem(error, reply.request))));
  } finally {
    stop();
    clearInterval(keepAlive);
    body.end();
  }
  return reply;
}

const contradiction =
  'The model was called again after part of its answer had been sent, and the new answer is different. ' +
  'Send the request again with the same Idempotency-Key to get the complete new answer.';
