import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOpenAIProvider } from '../../../../activities/models/providers/openai.ts';
import { startMockServer } from '../mock-server.ts';
import { getPrice, never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';

afterEach(() => vi.restoreAllMocks());

/** Where a request for a model goes at OpenAI itself; nothing leaves this machine. */
async function pathOf(model: string, api?: 'chat' | 'responses') {
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ error: { message: 'no' } }, { status: 400 }));
  const provider = createOpenAIProvider({ apiKey, baseUrl: undefined, api });
  await expect(provider.chat(request({ model, tools: [getPrice] }), never)).rejects.toThrow('no');
  return String(fetch.mock.lastCall![0]);
}

describe('at OpenAI', () => {
  test.each([
    ['gpt-4.1', 'chat/completions'],
    ['gpt-5.2', 'chat/completions'],
    ['o3', 'chat/completions'],
    ['gpt-5.4', 'responses'],
    ['gpt-5.6-sol', 'responses'],
    ['gpt-6-astra', 'responses'],
    ['gpt-5.2-pro', 'responses'],
    ['gpt-5.3-codex', 'responses'],
  ])('%s is spoken to over %s', async (model, path) => {
    expect(await pathOf(model)).toBe(`https://api.openai.com/v1/${path}`);
  });

  test('OPENAI_API settles it for all models', async () => {
    expect(await pathOf('gpt-6-astra', 'chat')).toMatch(/chat\/completions$/);
    expect(await pathOf('gpt-4.1', 'responses')).toMatch(/responses$/);
  });
});

describe('at another server', () => {
  async function pathAt(api?: 'responses') {
    const server = await startMockServer({ status: 400, body: { error: { message: 'no' } } });
    const provider = createOpenAIProvider({ apiKey, baseUrl: `${server.url}/v1`, api });
    await expect(provider.chat(request({ model: 'gpt-6-sol' }), never)).rejects.toThrow('no');
    return { path: server.received[0]!.path, provider };
  }

  test('every model is spoken to over Chat Completions, and no conversation is kept there', async () => {
    const { path, provider } = await pathAt();
    expect(path).toBe('/v1/chat/completions');
    expect(provider.respond).toBeUndefined();
  });

  test('OPENAI_API=responses says that it knows Responses', async () => {
    const { path, provider } = await pathAt('responses');
    expect(path).toBe('/v1/responses');
    expect(provider.respond).toBeDefined();
  });
});

test('conversations are kept at OpenAI, in each of its regions, unless only chats are allowed', () => {
  const keeps = (baseUrl?: string, api?: 'chat') =>
    createOpenAIProvider({ apiKey, baseUrl, api }).respond !== undefined;
  expect(keeps()).toBe(true);
  expect(keeps('https://eu.api.openai.com/v1')).toBe(true);
  expect(keeps('https://not-api.openai.com.example.com/v1')).toBe(false);
  expect(keeps(undefined, 'chat')).toBe(false);
});

test.each(['chat', 'responses', undefined] as const)(
  'vectors are there, whatever is spoken: %s',
  async (api) => {
    const body = { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 1 } };
    const server = await startMockServer({ body });
    const { embed } = createOpenAIProvider({ apiKey, baseUrl: `${server.url}/v1`, api });
    const asked = { model: 'text-embedding-3-small', texts: ['a'] };
    expect(await embed!(asked, never)).toEqual({ vectors: [[1]], inputTokens: 1 });
    expect(server.received[0]!.path).toBe('/v1/embeddings');
  },
);
