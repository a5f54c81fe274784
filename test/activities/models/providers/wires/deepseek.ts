import { createDeepSeekProvider } from '../../../../../activities/models/providers/deepseek.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const deepseek: Wire = {
  ...chatCompletions({
    usageWith: 'last chunk',
    usage: {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_cache_hit_tokens: 60,
      prompt_cache_miss_tokens: 40,
      completion_tokens_details: { reasoning_tokens: 3 },
    },
  }),
  name: 'deepseek',
  model: 'deepseek-flash',
  without: ['embeddings'],
  create: (url) => createDeepSeekProvider({ apiKey, baseUrl: `${url}/v1` }),
};
