import { z } from 'zod';
import { isProviderName, providerNames } from '../../provider-names.ts';
import { parseModelName } from '../../model-name.ts';
import type { WindowRule } from './model-windows.ts';

const example = 'openai:my-model=128000;ollama:*=32768';

/** With less, a model could not be told what to do. */
const leastTokens = 1_000;

const rules = z.string().transform((text, context): WindowRule[] => {
  const entries = text.split(';').map((entry) => entry.trim());
  return entries.filter(Boolean).flatMap((entry) => {
    const [pattern = '', value = ''] = entry.split('=').map((part) => part.trim());
    const tokens = Number(value);
    const problem = patternProblem(pattern) ?? tokensProblem(tokens);
    if (problem === undefined) return [{ pattern, tokens }];
    const message = `BATON_MODEL_WINDOWS: "${entry}": ${problem} Write it such as ${example}`;
    context.addIssue({ code: 'custom', message });
    return [];
  });
});

function patternProblem(pattern: string): string | undefined {
  if (pattern === '*') return undefined;
  const parsed = parseModelName(pattern);
  if (!parsed) return 'it does not begin with a model, such as openai:gpt-5.2, ollama:* or *.';
  if (isProviderName(parsed.provider)) return undefined;
  return `provider ${parsed.provider} not found; the providers are ${providerNames.join(', ')}.`;
}

function tokensProblem(tokens: number): string | undefined {
  const isRight = Number.isInteger(tokens) && tokens >= leastTokens && tokens <= 1e9;
  return isRight ? undefined : `the window is a whole number of tokens from ${leastTokens}.`;
}

/** How much models take in one call, where that is not known or is to be less. */
export const windowsEnvironment = z.object({
  /** Context windows in tokens, as `model=tokens;…`; a model may be `provider:*` or `*`. */
  BATON_MODEL_WINDOWS: rules.default([]),
});
