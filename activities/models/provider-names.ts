/** Providers that are known only by the deployments of BATON_DEPLOYMENTS: servers that speak OpenAI's Chat Completions. */
export const compatibleNames = [
  'azure',
  'groq',
  'openrouter',
  'vllm',
  'lmstudio',
  'compatible',
] as const;
export type CompatibleName = (typeof compatibleNames)[number];

/** Every provider, as the names of its models begin. */
export const providerNames = [
  'openai',
  'anthropic',
  'gemini',
  'deepseek',
  'qwen',
  'kimi',
  'grok',
  'ollama',
  'demo',
  ...compatibleNames,
] as const;
export type ProviderName = (typeof providerNames)[number];

export function isProviderName(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name);
}

export function isCompatibleName(name: string): name is CompatibleName {
  return (compatibleNames as readonly string[]).includes(name);
}
