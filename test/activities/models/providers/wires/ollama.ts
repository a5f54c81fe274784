import { createOllamaProvider } from '../../../../../activities/models/providers/ollama.ts';
import { chatCompletions, wholeCalls } from './chat-completions.ts';
import type { Wire } from './wire.ts';

export const ollama: Wire = {
  ...chatCompletions({ callChunks: (calls) => wholeCalls(calls, () => ({ index: 0 })) }),
  name: 'ollama',
  model: 'qwen3:8b',
  create: (url) => createOllamaProvider({ host: url }),
};
