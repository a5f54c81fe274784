import { createHash } from 'node:crypto';
import type { ChatRequest, ModelProvider } from '../../provider.ts';

/** OpenAI refuses keys of more than 64 characters. */
const keyLength = 32;

/**
 * A provider that finds what it has cached by a key: each conversation has one, unless the client gives its own. The
 * key tells nothing of the conversation.
 */
export function withCacheKey(provider: ModelProvider): ModelProvider {
  const { respond } = provider;
  return {
    ...provider,
    chat: (request, options) => provider.chat(keyed(request, options.conversation), options),
    ...(respond && {
      respond: (request, options) => respond(keyed(request, options.conversation), options),
    }),
  };
}

function keyed(request: ChatRequest, conversation: string | undefined): ChatRequest {
  const { parameters } = request;
  if (conversation === undefined || parameters?.prompt_cache_key !== undefined) return request;
  const prompt_cache_key = createHash('sha256')
    .update(conversation)
    .digest('hex')
    .slice(0, keyLength);
  return { ...request, parameters: { ...parameters, prompt_cache_key } };
}
