import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

const publicUrl = 'https://api.moonshot.ai/v1';

/** Kimi at Moonshot AI, or what speaks its API at `baseUrl`. */
export function createKimiProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  return createChatCompletionsProvider('kimi', {
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl ?? publicUrl,
    organization: null,
    project: null,
  });
}
