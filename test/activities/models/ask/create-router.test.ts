import { describe, expect, test, vi } from 'vitest';
import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import { statusOf } from '../../../../activities/models/ask/model-status.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import { closedPort, startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from '../providers/wires/api-key.ts';

vi.mock('../../../../activities/models/ask/model-status.ts', { spy: true });

async function chainOf(env: Record<string, string>) {
  const OLLAMA_HOST = `127.0.0.1:${await closedPort()}`;
  return (await createModelRouter(modelEnvironment.parse({ OLLAMA_HOST, ...env }))).defaultChain;
}

describe('the default chain', () => {
  test('is BATON_MODELS where it is set', async () => {
    const BATON_MODELS = 'openai:gpt-6-sol,demo:trend';
    expect(await chainOf({ BATON_MODELS, ANTHROPIC_API_KEY: apiKey })).toEqual([
      'openai:gpt-6-sol',
      'demo:trend',
    ]);
  });

  test('is a model for each key that is set', async () => {
    expect(await chainOf({ OPENAI_API_KEY: apiKey })).toEqual(['openai:gpt-6-sol']);
    expect(await chainOf({ OPENAI_API_KEY: apiKey, ANTHROPIC_API_KEY: apiKey })).toEqual([
      'anthropic:claude-sonnet-5',
      'openai:gpt-6-sol',
    ]);
  });

  test("is Ollama's first chat model where no key is set and Ollama answers", async () => {
    const server = await startMockServer({
      body: {
        models: [
          { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
          { name: 'qwen3:8b', details: { family: 'qwen3' } },
        ],
      },
    });
    expect(await chainOf({ OLLAMA_HOST: server.url })).toEqual(['ollama:qwen3:8b']);
    expect(server.received[0]!.path).toBe('/api/tags');
  });

  test('is the demo model where nothing else is there', async () => {
    expect(await chainOf({})).toEqual(['demo:trend']);
    const empty = await startMockServer({ body: { models: [] } });
    expect(await chainOf({ OLLAMA_HOST: empty.url })).toEqual(['demo:trend']);
  });
});

test('A model that cannot report its status does not keep the others from reporting theirs', async () => {
  const BATON_MODELS = 'openai:gpt-6-sol,demo:trend';
  const router = await createModelRouter(modelEnvironment.parse({ BATON_MODELS }));
  const failure = new Error('no such time');
  vi.mocked(statusOf).mockRejectedValueOnce(failure);
  const onError = vi.fn();
  const statuses = await router.status(onError);
  expect(statuses.map(({ model }) => model)).toEqual(['demo:trend']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
});

describe('missing', () => {
  test('says for each name that nothing serves what to set, or what there is', async () => {
    const router = await createModelRouter(
      modelEnvironment.parse({ BATON_MODELS: 'demo:trend', OPENAI_API_KEY: apiKey }),
    );
    expect(
      router.missing([
        'openai:gpt-5.2',
        'ollama:qwen3',
        'demo:trend',
        'anthropic:claude-sonnet-5',
        'mistral:large',
        'gpt-5.2',
        'demo:oracle',
      ]),
    ).toEqual([
      'anthropic:claude-sonnet-5: set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL for another server)',
      'mistral:large: provider mistral not found; the providers are openai, anthropic, gemini, deepseek, qwen, kimi, grok, ollama, demo, azure, groq, openrouter, vllm, lmstudio, compatible',
      'gpt-5.2: not written as provider:model, such as openai:gpt-5.2 or ollama:qwen3:8b',
      'demo:oracle: demo has no model oracle; it has trend',
    ]);
  });

  test('a name that is missing is skipped in a chain', async () => {
    const router = await createModelRouter(modelEnvironment.parse({ BATON_MODELS: 'demo:trend' }));
    const { model, attempts } = await router.chat(
      ['openai:gpt-5.2', 'demo:trend'],
      request(),
      never,
    );
    expect(model).toBe('demo:trend');
    expect(attempts[0]).toMatchObject({ status: 'skipped', error: { code: 'NOT_CONFIGURED' } });
  });
});
