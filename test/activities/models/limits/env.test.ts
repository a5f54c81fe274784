import { describe, expect, test } from 'vitest';
import { limitsEnvironment } from '../../../../activities/models/limits/env.ts';
import { defaultLimits, limitsOf } from '../../../../activities/models/limits/model-limits.ts';
import { readEnvironment } from '../../../../contracts/base/read-environment.ts';

const rulesOf = (text: string) =>
  readEnvironment(limitsEnvironment, { BATON_MODEL_LIMITS: text }).BATON_MODEL_LIMITS;

describe('BATON_MODEL_LIMITS', () => {
  test('names limits of models, of all models of a provider, and of all', () => {
    const rules = rulesOf(
      'openai:gpt-5.2=rpm:500,tpm:200000,concurrency:10; ollama:*=concurrency:1;*=tpm:50000',
    );
    expect(limitsOf(rules, 'openai:gpt-5.2')).toEqual({
      requestsPerMinute: 500,
      tokensPerMinute: 200_000,
      concurrency: 10,
    });
    expect(limitsOf(rules, 'ollama:qwen3:8b')).toEqual({
      requestsPerMinute: 3500,
      tokensPerMinute: 50_000,
      concurrency: 1,
    });
  });

  test('the closest name wins, wherever it stands', () => {
    const rules = rulesOf('ollama:qwen3:8b=rpm:1;*=rpm:3;ollama:*=rpm:2');
    const limits = ['ollama:qwen3:8b', 'ollama:other', 'openai:gpt-5.2'].map(
      (model) => limitsOf(rules, model).requestsPerMinute,
    );
    expect(limits).toEqual([1, 2, 3]);
  });

  test('left out, each model has the defaults', () => {
    const { BATON_MODEL_LIMITS: rules } = readEnvironment(limitsEnvironment, {});
    expect(limitsOf(rules, 'openai:gpt-5.2')).toEqual(defaultLimits);
  });

  test.each([
    ['gpt-5.2=rpm:1', '"gpt-5.2=rpm:1" does not begin with a model, such as openai:gpt-5.2'],
    ['openai:a=rps:1', '"openai:a=rps:1": limit "rps" not found; did you mean rpm?'],
    ['openai:a=rpm:many', '"openai:a=rpm:many": rpm must be a whole number from 1, not "many".'],
    ['openai:a=rpm:0', 'must be a whole number from 1, not "0".'],
    ['openai:gpt-*=rpm:1', '* matches all models of a provider, not part of a name.'],
    ['*:gpt-5.2=rpm:1', 'does not begin with a model'],
    ['opnai:a=rpm:1', 'provider opnai not found; the providers are openai, anthropic'],
    ['openai:a=rpm:1,rpm:2', '"rpm" is listed twice.'],
    ['openai:a', 'limit "" not found; choose one of: rpm, tpm, concurrency.'],
  ])('%s is refused with what to write', (text, message) => {
    expect(() => rulesOf(text)).toThrow(message);
    expect(() => rulesOf(text)).toThrow('Write it such as openai:gpt-5.2=rpm:500,tpm:200000');
  });
});
