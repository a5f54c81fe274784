import { describe, expect, test } from 'vitest';
import type { ProviderErrorKind } from '../../../../../activities/models/provider.ts';
import { startMockServer } from '../../mock-server.ts';
import { never, request } from '../../requests.ts';
import { wireNamed } from '../wires/index.ts';
import { serverSentEvents } from '../wires/server-sent-events.ts';

function openai(message: string, code: string | null = null, type = 'invalid_request_error') {
  return { error: { message, type, param: null, code } };
}

/** What vendors say, at which status. */
const errors: [wire: string, status: number, body: object, kind: ProviderErrorKind][] = [
  [
    'ollama',
    400,
    openai('gemma:2b does not support tools', null, 'api_error'),
    'tools_unsupported',
  ],
  ['ollama', 404, openai("model 'qwen3' not found", null, 'not_found_error'), 'invalid_request'],
  ['ollama', 400, openai('the input length exceeds the context length'), 'context_too_long'],
  ['openai', 400, openai('Failed to call a function', 'tool_use_failed'), 'tools_unsupported'],
  ['openai', 404, openai('No endpoints found that support tool use'), 'tools_unsupported'],
  ['openai', 400, openai('API key not valid. Please pass a valid API key.'), 'unauthorized'],
  ['openai', 429, openai('You exceeded your current quota', 'insufficient_quota'), 'unauthorized'],
  ['qwen', 429, openai('Allocated quota exceeded', 'insufficient_quota'), 'rate_limited'],
  ['qwen', 400, openai('Access denied', 'Arrearage', 'Arrearage'), 'unauthorized'],
  ['qwen', 400, openai('Input may hold…', 'data_inspection_failed'), 'content_filter'],
  ['qwen', 400, openai('Range of input length should be [1, 30720]'), 'context_too_long'],
  ['deepseek', 402, openai('Insufficient Balance'), 'unauthorized'],
  ['deepseek', 400, openai('Content Exists Risk'), 'content_filter'],
  ['deepseek', 400, openai('Thinking mode does not support this tool_choice'), 'invalid_request'],
  [
    'deepseek',
    400,
    openai("This model's maximum context length is 131072 tokens"),
    'context_too_long',
  ],
  [
    'kimi',
    429,
    openai('Your account is suspended', null, 'exceeded_current_quota_error'),
    'unauthorized',
  ],
  ['kimi', 429, openai('Busy', null, 'engine_overloaded_error'), 'rate_limited'],
  ['kimi', 400, openai('Your request exceeded model token limit: 8192'), 'context_too_long'],
  ['grok', 400, { code: 'invalid', error: 'Incorrect API key provided: xx***' }, 'unauthorized'],
  [
    'grok',
    400,
    { code: 'invalid', error: "This model's maximum prompt length is 131072" },
    'context_too_long',
  ],
  [
    'grok',
    429,
    { code: 'exhausted', error: 'Your team has used all available credits' },
    'unauthorized',
  ],
];

test.each(errors)('%s: %i %j is %s', async (name, status, body, kind) => {
  const server = await startMockServer({ status, body });
  const answer = wireNamed(name).create(server.url).chat(request(), never);
  await expect(answer).rejects.toMatchObject({ provider: name, kind, code: String(status) });
});

describe('an error inside a stream', () => {
  test.each<[unknown, ProviderErrorKind, string]>([
    [{ message: 'Slow down', type: 'rate_limit_error' }, 'rate_limited', 'rate_limit_error'],
    [{ message: 'Slow down', code: 429 }, 'rate_limited', '429'],
    [
      { message: 'Too long', code: 'context_length_exceeded' },
      'context_too_long',
      'context_length_exceeded',
    ],
    [{ message: 'It broke' }, 'transient', 'ERROR_IN_ANSWER'],
    ['gemma:2b does not support tools', 'tools_unsupported', 'ERROR_IN_ANSWER'],
  ])('%j is %s', async (error, kind, code) => {
    const server = await startMockServer({ events: serverSentEvents([{ error }]) });
    const answer = wireNamed('openai')
      .create(server.url)
      .chat(request(), { ...never, onDelta: () => {} });
    await expect(answer).rejects.toMatchObject({ kind, code });
  });

  test('is the same in place of a whole answer', async () => {
    const server = await startMockServer({ body: openai('Too long', 'context_length_exceeded') });
    const answer = wireNamed('openai').create(server.url).chat(request(), never);
    await expect(answer).rejects.toMatchObject({ kind: 'context_too_long', message: 'Too long' });
  });
});
