import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';
import { quirksOf } from './wire/model-quirks.ts';
import { withCacheKey } from './wire/cache-key.ts';
import { quirks } from './wire/quirks.ts';
import { createOpenAIResponsesProvider } from './openai-responses.ts';

/**
 * OpenAI, or what speaks its API at `baseUrl`.
 *
 * @param settings.api which of its APIs is spoken; left out, the one that serves the model at OpenAI, and Chat
 * Completions elsewhere.
 */
export function createOpenAIProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
  api?: 'chat' | 'responses' | undefined;
}): ModelProvider {
  const { apiKey, baseUrl, api = isOpenAI(baseUrl) ? undefined : 'chat' } = settings;
  const chat = createChatCompletionsProvider('openai', { apiKey, baseURL: baseUrl ?? null });
  // What else speaks its API may refuse what it does not know.
  const withKey = isOpenAI(baseUrl) ? withCacheKey : (provider: ModelProvider) => provider;
  if (api === 'chat') return withKey(chat);
  const responses = createOpenAIResponsesProvider({ apiKey, baseUrl });
  return withKey({
    ...chat,
    respond: responses.respond,
    chat(request, options) {
      const spoken = api ?? quirksOf(quirks.openai, request.model).api;
      return { chat, responses }[spoken].chat(request, options);
    },
  });
}

function isOpenAI(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true;
  return /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
