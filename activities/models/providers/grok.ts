import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

const publicUrl = 'https://api.x.ai/v1';

/** Grok at xAI, or what speaks its API at `baseUrl`. */
export function createGrokProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  return createChatCompletionsProvider('grok', {
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl ?? publicUrl,
    organization: null,
    project: null,
  });
}
