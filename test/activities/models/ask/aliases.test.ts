import { describe, expect, it } from 'vitest';
import { aliasEnvironment } from '../../../../activities/models/ask/aliases.ts';
import { readEnvironment } from '../../../../contracts/base/read-environment.ts';

const read = (text?: string) =>
  readEnvironment(aliasEnvironment, { BATON_MODEL_ALIASES: text }).BATON_MODEL_ALIASES;

describe('BATON_MODEL_ALIASES', () => {
  it('names chains of models', () => {
    expect(
      read('fast = openai:gpt-5-mini, ollama:qwen3:8b ; deep=anthropic:claude-opus-5;'),
    ).toEqual({
      fast: ['openai:gpt-5-mini', 'ollama:qwen3:8b'],
      deep: ['anthropic:claude-opus-5'],
    });
  });

  it('names none where it is not set', () => {
    expect(read()).toEqual({});
  });

  it.each([
    ['fast', 'does not begin with an alias'],
    ['Fast=openai:a', 'does not begin with an alias'],
    ['a/b=openai:a', 'does not begin with an alias'],
    ['default=openai:a', 'is a reserved name for the chain of BATON_MODELS'],
    ['a=openai:a;a=openai:b', 'is listed twice'],
    ['a=gpt', '"gpt" is not written as provider:model'],
    [
      'a=openai:b,mistral:c',
      'the provider of "mistral:c" was not found; the providers are openai, anthropic',
    ],
    ['a=', '"" is not written as provider:model'],
  ])('refuses %s', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});
