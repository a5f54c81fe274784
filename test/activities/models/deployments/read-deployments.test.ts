import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDeployments } from '../../../../activities/models/deployments/read-deployments.ts';
import { EnvironmentProblem } from '../../../../contracts/base/read-environment.ts';

const secret = 'sk-not-to-be-seen-0123456789';
const keys = { OPENAI_KEY_A: secret, OPENAI_KEY_B: secret };
const groq = {
  name: 'groq',
  model: 'groq:llama-3.3-70b-versatile',
  apiKeyEnv: 'OPENAI_KEY_A',
};

const read = (deployments: unknown, more: object = {}) =>
  readDeployments(JSON.stringify({ deployments, ...more }), keys);

async function problemOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => expect.fail('it was read'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EnvironmentProblem);
  const { message } = error as Error;
  expect(message).not.toContain(secret);
  return message;
}

describe('a file of deployments', () => {
  test('is YAML, and its keys come from the environment', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'baton-')), 'deployments.yaml');
    await writeFile(
      file,
      `routingStrategy: least-busy
deployments:
  - { name: a, model: 'openai:gpt-5.2', apiKeyEnv: OPENAI_KEY_A, weight: 3, rpm: 500, tpm: 9000, concurrency: 2 }
  - { name: all, model: 'anthropic:*', apiKeyEnv: OPENAI_KEY_B, baseUrl: 'http://10.0.0.7:4000/' }
  - { name: local, model: 'vllm:qwen3' }
`,
    );
    const { routingStrategy, deployments } = await readDeployments(file, keys);
    expect(routingStrategy).toBe('least-busy');
    expect(deployments).toMatchObject([
      {
        name: 'a',
        model: 'openai:gpt-5.2',
        apiKey: secret,
        weight: 3,
        limits: { requestsPerMinute: 500, tokensPerMinute: 9000, concurrency: 2 },
      },
      { provider: 'anthropic', model: '*', baseUrl: 'http://10.0.0.7:4000', weight: 1, limits: {} },
      { provider: 'vllm', model: 'vllm:qwen3', apiKey: undefined },
    ]);
  });

  test('may be left out', async () => {
    expect((await readDeployments(undefined, keys)).deployments).toEqual([]);
  });
});

describe('what is wrong is named with its place and how to fix it', () => {
  test.each([
    [
      'a key in the file',
      { ...groq, apiKeyEnv: secret },
      /deployments\.0\.apiKeyEnv: write the name/,
    ],
    ['a field for the key itself', { ...groq, apiKey: secret }, /deployments\.0: .*apiKey/],
    [
      'a variable whose value logs would show',
      { ...groq, apiKeyEnv: 'GROQ_ACCESS' },
      /logs hide the values/,
    ],
    ['a key that is not set', { ...groq, apiKeyEnv: 'GROQ_KEY' }, /GROQ_KEY is not set; set it/],
    ['no key', { name: 'a', model: 'openai:gpt-5.2' }, /deployments\.0\.apiKeyEnv: name the env/],
    ['no address', { ...groq, model: 'azure:gpt' }, /deployments\.0\.baseUrl: .*RESOURCE\.openai/],
    ['another address', { ...groq, baseUrl: 'ftp://h' }, /deployments\.0\.baseUrl: write an http/],
    ['an unknown provider', { ...groq, model: 'groqq:x' }, /provider groqq not found/],
    ['no provider', { ...groq, model: 'llama' }, /deployments\.0\.model: write provider:model/],
    ['a part of a name', { ...groq, model: 'groq:llama-*' }, /not for a part of a name/],
    [
      'a price for all models',
      { ...groq, model: 'groq:*', price: { input: 1 } },
      /\.0\.price: give/,
    ],
    ['no calls at all', { ...groq, rpm: 0 }, /deployments\.0\.rpm/],
    ['an API of another provider', { ...groq, api: 'chat' }, /deployments\.0\.api: only models of/],
  ])('%s', async (_what, written, message) => {
    expect(await problemOf(read([written]))).toMatch(message);
  });

  test('two of one name', async () => {
    const said = await problemOf(read([groq, groq]));
    expect(said).toContain('deployments.1.name: deployments.0 has the same name');
  });

  test('another strategy, no deployment, no file, no YAML', async () => {
    expect(await problemOf(read([groq], { routingStrategy: 'random' }))).toMatch(/routingStrategy/);
    expect(await problemOf(read([]))).toContain('deployments: list at least one deployment');
    expect(await problemOf(readDeployments('/no/such.yaml', keys))).toMatch(
      /cannot be read \(ENOENT/,
    );
    expect(await problemOf(readDeployments(`{ a: [${secret}`, keys))).toContain('not YAML or JSON');
  });
});
