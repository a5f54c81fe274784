import { parseModelName } from '../../model-name.ts';
import { knownWindow } from './known-windows.ts';

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
