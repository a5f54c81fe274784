import type { Usage } from '../../../../../contracts/models/messages.ts';
import type { Parts, Wire, WrittenCall } from './wire.ts';
import { inPieces, serverSentEvents } from './server-sent-events.ts';

/** 100 tokens read, 60 of them from a cache; 7 written, 3 of them while reasoning. */
const usage: Usage = {
  inputTokens: 100,
  outputTokens: 7,
  cachedInputTokens: 60,
  cacheWriteTokens: 0,
  reasoningTokens: 3,
};

const writtenUsage = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
  prompt_tokens_details: { cached_tokens: 60 },
  completion_tokens_details: { reasoning_tokens: 3 },
};

/** How a vendor departs from OpenAI's form. */
type Dialect = {
  usage?: object;
  /** The chunks of a stream from its parts; by default each call has an index of its own. */
  callChunks?: (calls: readonly WrittenCall[]) => object[];
  /** Where a stream has its usage: in a chunk of its own after the last choice, or with it. */
  usageWith?: 'chunk' | 'last chunk' | 'last choice';
};

type ChatCompletionsWire = Pick<
  Wire,
  'path' | 'answer' | 'stream' | 'usage' | 'error' | 'streamError'
>;

/** What all who speak Chat Completions write alike. */
export function chatCompletions(dialect: Dialect = {}): ChatCompletionsWire {
  const { usage: written = writtenUsage, callChunks = indexedCalls, usageWith = 'chunk' } = dialect;

  function lastChunks(finish_reason: string): object[] {
    if (usageWith === 'chunk') {
      return [
        chunk({ choices: [{ index: 0, delta: {}, finish_reason }], usage: null }),
        chunk({ choices: [], usage: written }),
      ];
    }
    const choice = { index: 0, delta: {}, finish_reason };
    return usageWith === 'last choice'
      ? [chunk({ choices: [{ ...choice, usage: written }] })]
      : [chunk({ choices: [choice], usage: written })];
  }

  return {
    path: { whole: '/v1/chat/completions', streamed: '/v1/chat/completions' },
    usage,
    answer: (parts) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'model',
      choices: [
        { index: 0, message: message(parts), logprobs: null, finish_reason: finish(parts) },
      ],
      usage: written,
    }),
    stream: (parts) =>
      serverSentEvents([
        delta({ role: 'assistant', content: '' }),
        ...inPieces(parts.reasoning ?? '').map((piece) => delta({ reasoning_content: piece })),
        ...inPieces(parts.text ?? '').map((piece) => delta({ content: piece })),
        ...callChunks(parts.calls ?? []),
        ...lastChunks(finish(parts)),
      ]),
    error: (type, text, code) => ({
      error: { type, message: text, code: code ?? null, param: null },
    }),
    streamError: (type, text) =>
      serverSentEvents([delta({ content: 'Half' }), { error: { type, message: text } }]),
  };
}

/** A chunk of a stream with one choice. */
export function delta(fields: object): object {
  return chunk({ choices: [{ index: 0, delta: fields, logprobs: null, finish_reason: null }] });
}

function chunk(fields: object): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'model',
    ...fields,
  };
}

function message({ text, reasoning, calls = [] }: Parts): object {
  return {
    role: 'assistant',
    content: text ?? null,
    refusal: null,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    }),
  };
}

function finish({ calls = [] }: Parts): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function indexedCalls(calls: readonly WrittenCall[]): object[] {
  return calls.flatMap(({ id, name, args }, index) => [
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...inPieces(args).map((piece) =>
      delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
}

/** Every call whole in a chunk of its own. */
export function wholeCalls(
  calls: readonly WrittenCall[],
  place: (index: number) => { index?: number },
): object[] {
  return calls.map(({ id, name, args }, index) =>
    delta({
      tool_calls: [{ ...place(index), id, type: 'function', function: { name, arguments: args } }],
    }),
  );
}
