import type Anthropic from '@anthropic-ai/sdk';
import { classify } from '../classify.ts';
import type { ModelProvider } from '../provider.ts';
import { anthropicBody } from '../wire/anthropic-request.ts';
import { readAnthropicMessage } from '../wire/anthropic-response.ts';
import { clientTimeoutMs } from '../wire/client-timeout.ts';
import { unreadableAnswer } from '../wire/unreadable-answer.ts';

/** Anthropic, or what speaks its Messages at `baseUrl` (without `/v1`). */
export function createAnthropicProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  const name = 'anthropic';
  let client: Promise<Anthropic> | undefined;
  const load = async () => {
    const { default: Client } = await import('@anthropic-ai/sdk');
    return new Client({
      apiKey: settings.apiKey,
      baseURL: settings.baseUrl ?? null,
      maxRetries: 0,
      timeout: clientTimeoutMs,
    });
  };

  return {
    name,
    async chat(request, { signal }) {
      client ??= load();
      const { messages } = await client;
      const body = anthropicBody(request);
      const answer = await messages.create(body, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        const secrets = [settings.apiKey];
        throw classify(error, { provider: name, secrets, now: Date.now() });
      });
      return readAnthropicMessage(answer) ?? unreadableAnswer(name, answer);
    },
  };
}
