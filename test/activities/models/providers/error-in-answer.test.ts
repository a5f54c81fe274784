import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnthropicProvider } from '../../../../activities/models/providers/anthropic.ts';
import { createGeminiProvider } from '../../../../activities/models/providers/gemini.ts';
import { createOpenAIProvider } from '../../../../activities/models/providers/openai.ts';
import { createOpenAIResponsesProvider } from '../../../../activities/models/providers/openai-responses.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';

const apiKey = 'corp-proxy-key-0123456789';
const error = { type: 'authentication_error', message: `key ${apiKey} is revoked` };

test.each([
  [
    'Anthropic',
    (baseUrl: string) => createAnthropicProvider({ apiKey, baseUrl }).chat(request(), never),
  ],
  [
    'Responses',
    (baseUrl: string) => createOpenAIResponsesProvider({ apiKey, baseUrl }).chat(request(), never),
  ],
  [
    'Embeddings',
    (baseUrl: string) =>
      createOpenAIProvider({ apiKey, baseUrl }).embed?.({ model: 'm', texts: ['a'] }, never),
  ],
])('%s: an error with HTTP 200 is what it says, without the key', async (_, ask) => {
  const { url } = await startMockServer({ body: { type: 'error', error } });
  const thrown: unknown = await ask(url)?.catch((reason: unknown) => reason);
  expect(thrown).toMatchObject({ kind: 'unauthorized', code: 'authentication_error' });
  expect(String(thrown)).toContain('is revoked');
  expect(String(thrown)).not.toContain(apiKey);
});

const deep = `${'{"error":'.repeat(200_000)}1${'}'.repeat(200_000)}`;

test.each([
  ['Anthropic', createAnthropicProvider],
  ['Responses', createOpenAIResponsesProvider],
  ['Chat Completions', createOpenAIProvider],
  ['Gemini', createGeminiProvider],
])('%s: an answer that nests 200,000 deep is no answer, whatever its status', async (_, create) => {
  for (const status of [200, 400]) {
    const { url } = await startMockServer({ status, body: deep });
    const { chat } = create({ apiKey, baseUrl: url });
    for (const options of [never, { ...never, onDelta: () => {} }]) {
      await expect(chat(request(), options)).rejects.toMatchObject({ name: 'ProviderError' });
    }
  }
});

test('Anthropic: a chunk that cannot be read is printed nowhere', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const { url } = await startMockServer({
    events: 'event: message_start\ndata: {"type":"message_start", broken\n\n',
  });
  const { chat } = createAnthropicProvider({ apiKey, baseUrl: url });
  await expect(chat(request(), { ...never, onDelta: () => {} })).rejects.toThrow();
  expect(printed).not.toHaveBeenCalled();
});
