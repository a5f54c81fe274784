import { expect, test } from 'vitest';
import type { ChatRequest, ModelProvider } from '../../../../activities/models/provider.ts';
import { createOpenAIProvider } from '../../../../activities/models/providers/openai.ts';
import { withCacheKey } from '../../../../activities/models/providers/wire/cache-key.ts';
import { createOpenAICheck, descriptions } from './api-description.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';
import { wireNamed } from './wires/index.ts';

const wire = wireNamed('openai');

async function sentWith(
  wrap: (provider: ModelProvider) => ModelProvider,
  { conversation, ...changes }: Partial<ChatRequest> & { conversation?: string },
) {
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const provider = createOpenAIProvider({ apiKey, baseUrl: `${server.url}/v1` });
  await wrap(provider).chat(request({ model: wire.model, ...changes }), {
    ...never,
    ...(conversation !== undefined && { conversation }),
  });
  return server.received[0]!.body;
}

const keyOf = async (given: Parameters<typeof sentWith>[1]) =>
  (await sentWith(withCacheKey, given))['prompt_cache_key'];

test('Each conversation has a key of its own, which OpenAI takes and which tells nothing of it', async () => {
  const conversation = `run_${'0123456789'.repeat(8)}/analyst`;
  const key = await keyOf({ conversation });
  expect(key).toMatch(/^[0-9a-f]{1,64}$/);
  expect(await keyOf({ conversation })).toBe(key);
  expect(await keyOf({ conversation: `${conversation}2` })).not.toBe(key);
});

test('The key of the client is kept, and a call of no conversation has none', async () => {
  const parameters = { prompt_cache_key: 'desk' };
  expect(await keyOf({ conversation: 'run_1/analyst', parameters })).toBe('desk');
  expect(await keyOf({})).toBeUndefined();
});

test('Another server than OpenAI is sent none', async () => {
  const body = await sentWith((provider) => provider, { conversation: 'run_1/analyst' });
  expect(body).not.toHaveProperty('prompt_cache_key');
});

test.skipIf(!descriptions)('It fits the published description', { timeout: 60_000 }, async () => {
  const check = await createOpenAICheck('CreateChatCompletionRequest');
  expect(check(await sentWith(withCacheKey, { conversation: 'run_1/analyst' }))).toEqual([]);
});
