import { expect, it } from 'vitest';
import { parseModelName } from '../../../activities/models/model-name.ts';

it('a model is named by its provider and its own name, which may hold colons', () => {
  expect(parseModelName('ollama:qwen3:8b')).toEqual({
    name: 'ollama:qwen3:8b',
    provider: 'ollama',
    model: 'qwen3:8b',
  });
});

it.each(['openai:a b', 'openai:a\0', 'openai:a\u{200b}', 'openai:a\n', 'openai:'])(
  '%j names no model',
  (text) => {
    expect(parseModelName(text)).toBeUndefined();
  },
);
