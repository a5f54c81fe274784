import { z } from 'zod';
import { suggest } from '../../../contracts/base/nearest.ts';
import { isProviderName, providerNames } from '../provider-names.ts';
import { parseModelName } from '../model-name.ts';
import type { LimitRule, ModelLimits } from './model-limits.ts';

const example = 'openai:gpt-5.2=rpm:500,tpm:200000,concurrency:10;ollama:*=concurrency:1';

const limitNames: Record<string, keyof ModelLimits> = {
  rpm: 'requestsPerMinute',
  tpm: 'tokensPerMinute',
  concurrency: 'concurrency',
};

const rules = z.string().transform((text, context): LimitRule[] => {
  const entries = text.split(';').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [pattern = '', settings = ''] = splitOnce(entry, '=');
    const parts = settings.split(',').map((part) => part.trim());
    checkPattern(pattern, entry);
    const names = parts.map((part) => splitOnce(part, ':')[0] ?? '');
    const double = names.find((name, index) => names.indexOf(name) !== index);
    if (double !== undefined) refuse(`"${entry}": "${double}" is listed twice.`);
    return { pattern, limits: Object.assign({}, ...parts.map((part) => readLimit(part, entry))) };
  });

  function checkPattern(pattern: string, entry: string): void {
    if (pattern === '*') return;
    const parsed = parseModelName(pattern);
    if (!parsed) {
      refuse(`"${entry}" does not begin with a model, such as openai:gpt-5.2, ollama:* or *.`);
    } else if (!isProviderName(parsed.provider)) {
      const names = providerNames.join(', ');
      refuse(`"${entry}": provider ${parsed.provider} not found; the providers are ${names}.`);
    } else if (parsed.model.includes('*') && parsed.model !== '*') {
      refuse(`"${entry}": * matches all models of a provider, not part of a name.`);
    }
  }

  function readLimit(part: string, entry: string): Partial<ModelLimits> {
    const [name = '', value = ''] = splitOnce(part, ':');
    const limit = limitNames[name];
    if (!limit) {
      const hint = suggest(name, Object.keys(limitNames));
      refuse(`"${entry}": limit "${name}" not found; ${hint}.`.replace('?.', '?'));
    } else if (!/^[1-9]\d{0,11}$/.test(value)) {
      refuse(`"${entry}": ${name} must be a whole number from 1, not "${value}".`);
    }
    return limit ? { [limit]: Number(value) } : {};
  }

  function refuse(problem: string): void {
    const message = `BATON_MODEL_LIMITS: ${problem} Write it such as ${example}`;
    context.addIssue({ code: 'custom', message });
  }
});

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** How much may be sent to each model. */
export const limitsEnvironment = z.object({
  /** Limits of models, as `model=rpm:…,tpm:…,concurrency:…;…`; a model may be `provider:*` or `*`. */
  BATON_MODEL_LIMITS: rules.default([]),
});
export type LimitsEnvironment = z.output<typeof limitsEnvironment>;
