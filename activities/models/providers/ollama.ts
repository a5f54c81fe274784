import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

/** Models on an Ollama server, through its OpenAI-compatible `/v1`. */
export function createOllamaProvider({ host }: { host: string }): ModelProvider {
  return createChatCompletionsProvider('ollama', {
    apiKey: 'ollama',
    baseURL: `${host}/v1`,
    organization: null,
    project: null,
  });
}
