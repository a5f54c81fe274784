import type { CompatibleName } from '../provider-names.ts';
import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

/** Where the servers of a name are, unless a deployment says it. */
export const compatibleUrls: Partial<Record<CompatibleName, string>> = {
  groq: 'https://api.groq.com/openai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  vllm: 'http://127.0.0.1:8000/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
};

/** A server that speaks OpenAI's Chat Completions at `baseUrl` (with its version); at Azure with OpenAI's own models. */
export function createCompatibleProvider(
  name: CompatibleName,
  settings: { apiKey: string | undefined; baseUrl: string },
): ModelProvider {
  return createChatCompletionsProvider(
    name === 'azure' ? 'openai' : 'compatible',
    {
      // The package wants one; a server without keys does not look at it.
      apiKey: settings.apiKey ?? 'none',
      baseURL: settings.baseUrl,
      organization: null,
      project: null,
    },
    name,
  );
}
