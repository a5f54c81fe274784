import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

const publicUrl = 'https://api.deepseek.com/v1';

/** DeepSeek, or what speaks its API at `baseUrl`. */
export function createDeepSeekProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  return createChatCompletionsProvider('deepseek', {
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl ?? publicUrl,
    organization: null,
    project: null,
  });
}
