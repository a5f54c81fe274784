import { createOpenAIProvider } from '../../../../../activities/models/providers/openai.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const openai: Wire = {
  ...chatCompletions(),
  name: 'openai',
  model: 'gpt-5.2',
  create: (url) => createOpenAIProvider({ apiKey, baseUrl: `${url}/v1` }),
};
