import { createGeminiProvider } from '../../../../../activities/models/providers/gemini.ts';
import { lenient } from './anthropic.ts';
import { apiKey } from './api-key.ts';
import { inPieces, serverSentEvents } from './server-sent-events.ts';
import type { Parts, Wire } from './wire.ts';

const model = 'gemini-3.6-flash';

const usageMetadata = {
  promptTokenCount: 100,
  cachedContentTokenCount: 60,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 3,
  totalTokenCount: 107,
};

/** Google's names for what went wrong, by status. */
const statuses: Record<string, string> = {
  overloaded_error: 'UNAVAILABLE',
  rate_limit_error: 'RESOURCE_EXHAUSTED',
  billing_error: 'FAILED_PRECONDITION',
};

export const gemini: Wire = {
  name: 'gemini',
  model,
  path: {
    whole: `/v1beta/models/${model}:generateContent`,
    streamed: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  },
  create: (baseUrl) => createGeminiProvider({ apiKey, baseUrl }),
  usage: {
    inputTokens: 100,
    outputTokens: 7,
    cachedInputTokens: 60,
    cacheWriteTokens: 0,
    reasoningTokens: 3,
  },
  answer: (parts) =>
    chunk(
      toParts(parts, (text) => [text]),
      'STOP',
    ),
  stream: (parts) =>
    serverSentEvents(
      [...toParts(parts, inPieces).map((part) => chunk([part])), chunk([{ text: '' }], 'STOP')],
      { done: false },
    ),
  error: (type, message, code) => ({
    error: { code, message, status: statuses[type] ?? type, details: [] },
  }),
  streamError: (type, message) =>
    serverSentEvents(
      [
        chunk([{ text: 'Half' }]),
        {
          error: { code: type === 'overloaded_error' ? 503 : 500, message, status: statuses[type] },
        },
      ],
      { done: false },
    ),
};

/** A chunk of a stream, or all of an answer. */
export function chunk(parts: object[], finishReason?: string): object {
  return {
    candidates: [
      { content: { parts, role: 'model' }, index: 0, ...(finishReason ? { finishReason } : {}) },
    ],
    usageMetadata,
    modelVersion: model,
    responseId: 'response_1',
  };
}

/** Gemini writes a call in one piece. */
function toParts(
  { text = '', reasoning = '', calls = [] }: Parts,
  pieces: (text: string) => string[],
): object[] {
  return [
    ...pieces(reasoning).flatMap((piece) => (piece ? [{ text: piece, thought: true }] : [])),
    ...pieces(text).flatMap((piece) => (piece ? [{ text: piece }] : [])),
    ...calls.map(({ id, name, args }) => ({
      functionCall: { id, name, ...(args ? { args: lenient(args) } : {}) },
    })),
  ];
}
