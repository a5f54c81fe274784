import type { ModelName } from './router.ts';

/** The model of each provider whose key is set, in order of trial, when `BATON_MODELS` is not set. */
export const defaultModels = [
  // The newest Sonnet that can be made to call a tool.
  { key: 'ANTHROPIC_API_KEY', name: 'anthropic:claude-sonnet-5' },
  // The newest GPT that calls tools over Chat Completions whatever its effort of reasoning.
  { key: 'OPENAI_API_KEY', name: 'openai:gpt-5.2' },
] as const satisfies { key: string; name: ModelName }[];

export const demoModel = 'demo:trend' satisfies ModelName;
