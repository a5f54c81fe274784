import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming as Body } from 'openai/resources/chat/completions';
import { classify } from '../classify.ts';
import type { ChatRequest, ModelProvider } from '../provider.ts';
import { readChatCompletion } from './chat-completions-response.ts';
import { clientTimeoutMs } from './client-timeout.ts';
import { unreadableAnswer } from './unreadable-answer.ts';

/**
 * A provider that speaks OpenAI's Chat Completions.
 *
 * @param settings.client how the `openai` client is made; the package is loaded at the first request.
 * @param settings.body converts a request into the dialect of this server.
 */
export function createChatCompletionsProvider(settings: {
  name: string;
  client: { apiKey: string; baseURL: string | null; organization?: null; project?: null };
  body: (request: ChatRequest) => Body;
}): ModelProvider {
  const { name } = settings;
  let client: Promise<OpenAI> | undefined;
  const load = async () => {
    const { default: Client } = await import('openai');
    return new Client({
      ...settings.client,
      adminAPIKey: null,
      maxRetries: 0,
      timeout: clientTimeoutMs,
    });
  };

  return {
    name,
    async chat(request, { signal }) {
      client ??= load();
      const { chat } = await client;
      const body = settings.body(request);
      const answer = await chat.completions.create(body, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        const secrets = [settings.client.apiKey];
        throw classify(error, { provider: name, secrets, now: Date.now() });
      });
      return readChatCompletion(answer) ?? unreadableAnswer(name, answer);
    },
  };
}
