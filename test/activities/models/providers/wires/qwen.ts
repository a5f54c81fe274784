import { createQwenProvider } from '../../../../../activities/models/providers/qwen.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const qwen: Wire = {
  ...chatCompletions(),
  name: 'qwen',
  model: 'qwen3.8-max',
  create: (url) => createQwenProvider({ apiKey, baseUrl: `${url}/v1` }),
};
