/** The package's names of our providers, where it has them. */
export const providerIds: Record<string, string> = {
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  gemini: 'google',
  grok: 'x-ai',
  kimi: 'moonshotai',
  openai: 'openai',
};
