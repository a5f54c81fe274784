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
] as const;
export type ProviderName = (typeof providerNames)[number];

export function isProviderName(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name);
}
