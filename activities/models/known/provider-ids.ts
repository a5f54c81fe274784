/** The package's names of our providers, where it has them. */
export const providerIds: Record<string, string> = {
  anthropic: 'anthropic',
  azure: 'azure',
  deepseek: 'deepseek',
  gemini: 'google',
  grok: 'x-ai',
  groq: 'groq',
  kimi: 'moonshotai',
  openai: 'openai',
  openrouter: 'openrouter',
};
