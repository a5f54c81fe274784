import { describe, expect, test } from 'vitest';
import { modelEnvironment } from '../../../activities/models/env.ts';

function read(BATON_MODELS: string) {
  return modelEnvironment.parse({ BATON_MODELS }).BATON_MODELS;
}

describe('BATON_MODELS', () => {
  test('refuses a provider that does not exist, and names those that there are', () => {
    expect(() => read('opnai:gpt-5.2')).toThrow(
      /provider opnai not found; the providers are openai, anthropic/,
    );
  });

  test('is a comma list; a model may have colons in its name', () => {
    expect(read('anthropic:claude-sonnet-5, openai:gpt-5.2,ollama:qwen3:8b')).toEqual([
      'anthropic:claude-sonnet-5',
      'openai:gpt-5.2',
      'ollama:qwen3:8b',
    ]);
  });

  test('set to nothing is not set', () => {
    expect(read('')).toBeUndefined();
    expect(modelEnvironment.parse({}).BATON_MODELS).toBeUndefined();
  });

  test.each(['gpt-5.2', 'openai:', ':gpt-5.2', 'openai:gpt-5.2,,ollama:qwen3', 'Open AI:x'])(
    'refuses "%s" and says how to write it',
    (text) => {
      expect(() => read(text)).toThrow(/Write a comma list such as anthropic:/);
    },
  );
});

test('keys and base URLs that are set to nothing are not set', () => {
  expect(
    modelEnvironment.parse({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: ' ', OPENAI_BASE_URL: '' }),
  ).toEqual({ OLLAMA_HOST: 'http://127.0.0.1:11434' });
});

test('refuses a base URL that is none', () => {
  expect(() => modelEnvironment.parse({ OPENAI_BASE_URL: 'example.com' })).toThrow(/http\(s\) URL/);
});

test.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['gpu.local', 'http://gpu.local:11434'],
  ['gpu.local:8080', 'http://gpu.local:8080'],
  [':8080', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['[::1]:9000', 'http://[::1]:9000'],
  ['https://gpu.example.com', 'https://gpu.example.com'],
  ['http://gpu.local:8080/ollama/', 'http://gpu.local:8080/ollama'],
])('reads OLLAMA_HOST %s as %s', (text, url) => {
  expect(modelEnvironment.parse({ OLLAMA_HOST: text }).OLLAMA_HOST).toBe(url);
});

test('refuses an OLLAMA_HOST that is no host', () => {
  expect(() => modelEnvironment.parse({ OLLAMA_HOST: 'two words' })).toThrow(/OLLAMA_HOST/);
});
