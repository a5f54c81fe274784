import { parseModelName } from '../../model-name.ts';
import { contextWindow } from '../../known/context-window.ts';

/**
 * How many tokens models take that `@pydantic/genai-prices` does not say it of, by name: what was commonly known of them
 * in November 2026, not checked against the vendors' own lists. For families of unlike models, the smallest.
 */
const windows: readonly { name: RegExp; tokens: number }[] = [
  { name: /^gemini:gemini-/, tokens: 1_000_000 },
  { name: /^openai:(gpt-5|gpt-6|o[134])/, tokens: 200_000 },
  { name: /^anthropic:claude-/, tokens: 200_000 },
  { name: /^qwen:qwen-(plus|flash)/, tokens: 1_000_000 },
  { name: /^qwen:qwen-max/, tokens: 32_768 },
  { name: /^qwen:qwen3/, tokens: 256_000 },
  { name: /^(deepseek|kimi|grok):/, tokens: 128_000 },
  // What Ollama gives a model on a small machine; more has to be asked of Ollama, and said here.
  { name: /^ollama:/, tokens: 8_192 },
  // It reads what it needs by itself.
  { name: /^demo:/, tokens: 1_000_000 },
];

/** A model that nothing is known of. */
const safeWindow = 32_768;

/** How many tokens a model, as `provider:model`, takes in one call, question and answer together. */
function knownWindow(model: string): number {
  return contextWindow(model) ?? windows.find(({ name }) => name.test(model))?.tokens ?? safeWindow;
}

/** The window of the models that a pattern names: `openai:gpt-5.2`, `ollama:*` or `*`. */
export type WindowRule = { pattern: string; tokens: number };

/** How many tokens a model, as `provider:model`, takes in one call, question and answer together. */
export type ModelWindows = (model: string) => number;

/** @param rules of the user's own, which go before what is known; the one that names a model most closely counts. */
export function modelWindows(rules: readonly WindowRule[] = []): ModelWindows {
  const own = new Map(rules.map(({ pattern, tokens }) => [pattern, tokens]));
  return (model) => {
    const provider = parseModelName(model)?.provider ?? '';
    return own.get(model) ?? own.get(`${provider}:*`) ?? own.get('*') ?? knownWindow(model);
  };
}
