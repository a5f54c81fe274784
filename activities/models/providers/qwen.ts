import type { ModelProvider } from '../provider.ts';
import { createChatCompletionsProvider } from './chat-completions/provider.ts';

const publicUrl = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1';

/** Qwen at Alibaba Cloud Model Studio, or what speaks its OpenAI-compatible API at `baseUrl`. */
export function createQwenProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  return createChatCompletionsProvider('qwen', {
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl ?? publicUrl,
    organization: null,
    project: null,
  });
}
