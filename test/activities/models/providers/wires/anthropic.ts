import { createAnthropicProvider } from '../../../../../activities/models/providers/anthropic.ts';
import { apiKey } from './api-key.ts';
import { inPieces } from './server-sent-events.ts';
import type { Parts, Wire } from './wire.ts';

const started = { input_tokens: 30, cache_creation_input_tokens: 10, cache_read_input_tokens: 60 };

export const anthropic: Wire = {
  name: 'anthropic',
  model: 'claude-sonnet-5',
  path: { whole: '/v1/messages', streamed: '/v1/messages' },
  create: (baseUrl) => createAnthropicProvider({ apiKey, baseUrl }),
  usage: {
    inputTokens: 100,
    outputTokens: 7,
    cachedInputTokens: 60,
    cacheWriteTokens: 10,
    reasoningTokens: 3,
  },
  answer: (parts) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: blocks(parts).map(({ block }) => block),
    stop_reason: stopReason(parts),
    stop_sequence: null,
    usage: { ...started, output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } },
  }),
  stream: (parts) =>
    anthropicEvents([
      messageStart,
      ...blocks(parts).flatMap(({ start, deltas }, index) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(parts), stop_sequence: null },
        usage: { output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } },
      },
      { type: 'message_stop' },
    ]),
  error: (type, message, code) => ({
    type: 'error',
    error: { type, message, ...(code ? { details: { error_code: code } } : {}) },
    request_id: 'req_1',
  }),
  streamError: (type, message) =>
    anthropicEvents([
      messageStart,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
      { type: 'error', error: { type, message } },
    ]),
  without: ['embeddings'],
};

const messageStart = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [],
    stop_reason: null,
    usage: { ...started, output_tokens: 1 },
  },
};

/** Events with their types beside them, as Anthropic writes them. */
export function anthropicEvents(
  events: readonly { type: string; [field: string]: unknown }[],
): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function stopReason({ calls = [] }: Parts): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

type Written = { block: object; start: object; deltas: object[] };

function blocks({ text, reasoning, calls = [] }: Parts): Written[] {
  return [
    ...(reasoning === undefined ? [] : [thinking(reasoning)]),
    ...(text === undefined ? [] : [saying(text)]),
    ...calls.map(({ id, name, args }): Written => {
      const start = { type: 'tool_use', id, name, input: {} };
      return {
        block: { ...start, input: lenient(args) },
        start,
        deltas: ['', ...inPieces(args)].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      };
    }),
  ];
}

function thinking(reasoning: string): Written {
  return {
    block: { type: 'thinking', thinking: reasoning, signature: 'c2lnbmVk' },
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...inPieces(reasoning).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: 'c2lnbmVk' },
    ],
  };
}

function saying(text: string): Written {
  return {
    block: { type: 'text', text },
    start: { type: 'text', text: '' },
    deltas: inPieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  };
}

/** Arguments as a value where they are JSON; else as the text that they are. */
export function lenient(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
