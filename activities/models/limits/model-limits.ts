import { parseModelName } from '../model-name.ts';

/** What a provider allows for one model. */
export type ModelLimits = {
  requestsPerMinute: number;
  /** Input and output together. */
  tokensPerMinute: number;
  /** Calls at the same time. */
  concurrency: number;
};

/** Limits of the models that a pattern names: `openai:gpt-5.2`, `ollama:*` or `*`. */
export type LimitRule = { pattern: string; limits: Partial<ModelLimits> };

export const defaultLimits: ModelLimits = {
  requestsPerMinute: 3500,
  tokensPerMinute: 90_000,
  concurrency: 5,
};

/** The demo model runs in this process, and nobody limits it. */
const builtIn: readonly LimitRule[] = [
  {
    pattern: 'demo:*',
    limits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000, concurrency: 100 },
  },
];

/** The limits of a model: of each, what the rule says that names it most closely, else the default. */
export function limitsOf(rules: readonly LimitRule[], model: string): ModelLimits {
  const provider = parseModelName(model)?.provider ?? '';
  const patterns = ['*', `${provider}:*`, model];
  const all = [...builtIn, ...rules];
  const fitting = patterns.flatMap((pattern) => all.filter((rule) => rule.pattern === pattern));
  return Object.assign({ ...defaultLimits }, ...fitting.map(({ limits }) => limits));
}
