import { createGrokProvider } from '../../../../../activities/models/providers/grok.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions, wholeCalls } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const grok: Wire = {
  ...chatCompletions({
    callChunks: (calls) => wholeCalls(calls, (index) => ({ index })),
    usage: {
      prompt_tokens: 100,
      completion_tokens: 4,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 3 },
    },
  }),
  name: 'grok',
  model: 'grok-4.6',
  without: ['embeddings'],
  create: (url) => createGrokProvider({ apiKey, baseUrl: `${url}/v1` }),
};
