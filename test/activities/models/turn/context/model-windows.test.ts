import { describe, expect, it } from 'vitest';
import { windowsEnvironment } from '../../../../../activities/models/turn/context/env.ts';
import { modelWindows } from '../../../../../activities/models/turn/context/model-windows.ts';
import { defaultModels } from '../../../../../activities/models/ask/default-models.ts';
import { readEnvironment } from '../../../../../contracts/base/read-environment.ts';

const windowsOf = (text: string) =>
  modelWindows(
    readEnvironment(windowsEnvironment, { BATON_MODEL_WINDOWS: text }).BATON_MODEL_WINDOWS,
  );

describe('the window of a model', () => {
  it('is the published one, where there is one', () => {
    expect(modelWindows()('anthropic:claude-sonnet-4-5')).toBe(200_000);
  });

  it('is known of every model that is used without a setting', () => {
    for (const { name } of defaultModels) expect(modelWindows()(name)).toBeGreaterThan(100_000);
  });

  it('is a safe one where nothing is known', () => {
    expect(modelWindows()('openai:my-own')).toBe(32_768);
    expect(modelWindows()('ollama:qwen3')).toBe(8_192);
  });

  it('is what the user says, by the rule that names the model most closely', () => {
    const windows = windowsOf('*=50000; ollama:*=32768;ollama:qwen3:8b=16384');
    expect(windows('ollama:qwen3:8b')).toBe(16_384);
    expect(windows('ollama:llama4')).toBe(32_768);
    expect(windows('anthropic:claude-sonnet-4-5')).toBe(50_000);
  });

  it.each([
    ['gpt-5=1000', 'does not begin with a model'],
    ['nobody:x=1000', 'provider nobody not found'],
    ['openai:x=10', 'a whole number of tokens from 1000'],
    ['openai:x', 'a whole number of tokens from 1000'],
  ])('is refused as %s, with how to write it', (text, problem) => {
    expect(() => windowsOf(text)).toThrow(problem);
    expect(() => windowsOf(text)).toThrow('openai:my-model=128000;ollama:*=32768');
  });
});
