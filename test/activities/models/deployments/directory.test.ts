import { expect, test } from 'vitest';
import { modelGap } from '../../../../contracts/models/model-directory.ts';
import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import { describeModels } from '../../../../activities/models/ask/model-directory.ts';
import { readDeployments } from '../../../../activities/models/deployments/read-deployments.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';

async function directoryOf(models: string[], env: Record<string, string> = {}) {
  const written = models.map((model, index) => ({
    name: `d${index}`,
    model,
    apiKeyEnv: 'SOME_KEY',
    baseUrl: 'http://127.0.0.1:9/v1',
  }));
  const text = JSON.stringify({ deployments: written });
  const deployments = await readDeployments(models.length > 0 ? text : undefined, {
    SOME_KEY: 'sk-0123',
  });
  const router = await createModelRouter(modelEnvironment.parse(env), { deployments });
  return { router, ...describeModels(router, {}, deployments) };
}

test('What the directory says can be asked is what the router serves', async () => {
  const names = ['groq:llama', 'groq:other', 'vllm:any', 'openai:gpt-5.2', 'openai:gpt-4.1'];
  for (const models of [[], ['groq:llama', 'openai:gpt-5.2'], ['groq:*', 'openai:*']]) {
    const { router, providers } = await directoryOf(models);
    for (const name of names) {
      const isServed = router.missing([name]).length === 0;
      expect([name, modelGap(name, providers) === undefined]).toEqual([name, isServed]);
      expect([name, isServed]).toEqual([
        name,
        models.includes(name) || models.includes(name.replace(/:.*/, ':*')),
      ]);
    }
  }
});

test('The directory names the deployments of a model and what each can do', async () => {
  const { deployments } = await directoryOf(['groq:llama', 'groq:llama', 'anthropic:*']);
  expect(deployments).toEqual({
    'groq:llama': [
      { name: 'd0', can: ['chat', 'embeddings'] },
      { name: 'd1', can: ['chat', 'embeddings'] },
    ],
    'anthropic:*': [{ name: 'd2', can: ['chat'] }],
  });
  expect(await directoryOf([])).not.toHaveProperty('deployments');
});

test('A key of the environment serves the models that have no deployment', async () => {
  const { router, providers } = await directoryOf(['openai:gpt-5.2'], { OPENAI_API_KEY: 'k' });
  expect(router.missing(['openai:gpt-5.2', 'openai:gpt-4.1'])).toEqual([]);
  expect(providers['openai']).toMatchObject({ missing: null });
  expect(providers['openai']).not.toHaveProperty('models');
});

test('Models of deployments are the chain where nothing else is', async () => {
  const { router } = await directoryOf(['groq:llama', 'openai:text-embedding-3-small', 'vllm:q']);
  expect(router.defaultChain).toEqual(['groq:llama', 'vllm:q']);
});

test('What is not deployed says where to list it', async () => {
  const { router } = await directoryOf(['groq:llama']);
  expect(router.missing(['groq:other', 'vllm:q'])).toEqual([
    'groq:other: no deployment serves it: list it, or groq:*, in the file of BATON_DEPLOYMENTS; they serve groq:llama',
    'vllm:q: list it, or vllm:*, in the file of BATON_DEPLOYMENTS',
  ]);
});
