import { createCompatibleProvider } from '../../../../../activities/models/providers/compatible.ts';
import { apiKey } from './api-key.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const compatible: Wire = {
  ...chatCompletions(),
  name: 'compatible',
  model: 'llama-3.3-70b',
  create: (url) => createCompatibleProvider('compatible', { apiKey, baseUrl: `${url}/v1` }),
};
