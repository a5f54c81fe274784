import { createKimiProvider } from '../../../../../activities/models/providers/kimi.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const kimi: Wire = {
  ...chatCompletions({
    usageWith: 'last choice',
    usage: {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      cached_tokens: 60,
      completion_tokens_details: { reasoning_tokens: 3 },
    },
  }),
  name: 'kimi',
  model: 'kimi-k3',
  without: ['embeddings'],
  create: (url) => createKimiProvider({ apiKey, baseUrl: `${url}/v1` }),
};
