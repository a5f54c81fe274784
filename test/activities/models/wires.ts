import type { ModelProvider } from '../../../activities/models/provider.ts';
import { createAnthropicProvider } from '../../../activities/models/providers/anthropic.ts';
import { createOllamaProvider } from '../../../activities/models/providers/ollama.ts';
import { createOpenAIProvider } from '../../../activities/models/providers/openai.ts';

type WrittenCall = { id: string; name: string; args: string };

/** How one vendor writes what the shared suite talks about. */
export type Wire = {
  name: string;
  path: string;
  create(serverUrl: string): ModelProvider;
  answer(parts: { text?: string; calls?: WrittenCall[] }): unknown;
  error(type: string, message: string, code?: string): unknown;
};

export const apiKey = 'sk-test-0123456789abcdef';

const chatCompletions: Pick<Wire, 'path' | 'answer' | 'error'> = {
  path: '/v1/chat/completions',
  answer: ({ text = null, calls = [] }: { text?: string | null; calls?: WrittenCall[] }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          refusal: null,
          ...(calls.length > 0
            ? {
                tool_calls: calls.map(({ id, name, args }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: args },
                })),
              }
            : {}),
        },
        logprobs: null,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60 },
    },
  }),
  error: (type, message, code) => ({ error: { type, message, code: code ?? null, param: null } }),
};

export const wires: Wire[] = [
  {
    ...chatCompletions,
    name: 'openai',
    create: (url) => createOpenAIProvider({ apiKey, baseUrl: `${url}/v1` }),
  },
  { ...chatCompletions, name: 'ollama', create: (url) => createOllamaProvider({ host: url }) },
  {
    name: 'anthropic',
    path: '/v1/messages',
    create: (url) => createAnthropicProvider({ apiKey, baseUrl: url }),
    answer: ({ text, calls = [] }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'model',
      content: [
        ...(text ? [{ type: 'text', text }] : []),
        ...calls.map(({ id, name, args }) => ({
          type: 'tool_use',
          id,
          name,
          input: lenient(args),
        })),
      ],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 30,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 60,
        output_tokens: 7,
      },
    }),
    error: (type, message, code) => ({
      type: 'error',
      error: { type, message, ...(code ? { details: { error_code: code } } : {}) },
      request_id: 'req_1',
    }),
  },
];

export function wireNamed(name: string): Wire {
  const wire = wires.find((candidate) => candidate.name === name);
  if (!wire) throw new Error(`no wire named ${name}`);
  return wire;
}

function lenient(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
