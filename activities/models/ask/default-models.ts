import type { ModelName } from '../model-name.ts';

/**
 * The model of each provider whose key is set, in order of trial, when `BATON_MODELS` is not set: of each vendor the
 * newest of its middle class that calls tools and whose price is known (vendors' lists, November 2026).
 */
export const defaultModels = [
  // The newest Sonnet that can be made to call a tool.
  { key: 'ANTHROPIC_API_KEY', name: 'anthropic:claude-sonnet-5' },
  { key: 'OPENAI_API_KEY', name: 'openai:gpt-6-sol' },
  { key: 'GEMINI_API_KEY', name: 'gemini:gemini-3.8-flash' },
  // A name that DeepSeek serves with its current Flash.
  { key: 'DEEPSEEK_API_KEY', name: 'deepseek:deepseek-v4-flash' },
  { key: 'DASHSCOPE_API_KEY', name: 'qwen:qwen3.7-plus' },
  { key: 'MOONSHOT_API_KEY', name: 'kimi:kimi-k3' },
  { key: 'XAI_API_KEY', name: 'grok:grok-4.6' },
] as const satisfies { key: string; name: ModelName }[];

export const demoModel = 'demo:trend' satisfies ModelName;
