import type { ModelProvider } from '../provider.ts';
import { chatCompletionsBody } from '../wire/chat-completions-request.ts';
import { createChatCompletionsProvider } from '../wire/chat-completions-provider.ts';

/** Models that reason unless told not to, and then refuse tools over Chat Completions. */
const refusesToolsWhileReasoning = /^gpt-(5\.[4-9]|[6-9])/;
/** Of these, the ones that cannot be told not to. */
const alwaysReasons = /^gpt-(6-astra|6\.1-sol)|-pro\b/;
/** Models that take no temperature but their own. */
const fixedTemperature = /^(o\d|gpt-5(?!\.)|gpt-5\.[5-9]|gpt-[6-9])/;

/** OpenAI, or what speaks its Chat Completions at `baseUrl`. */
export function createOpenAIProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  return createChatCompletionsProvider({
    name: 'openai',
    client: { apiKey: settings.apiKey, baseURL: settings.baseUrl ?? null },
    body(request) {
      const { model, maximumOutputTokens, tools } = request;
      const { temperature, ...body } = chatCompletionsBody(request);
      const unreasoned =
        tools.length > 0 && refusesToolsWhileReasoning.test(model) && !alwaysReasons.test(model);
      return {
        ...body,
        ...(temperature === undefined || fixedTemperature.test(model) ? {} : { temperature }),
        ...(unreasoned ? { reasoning_effort: 'none' as const } : {}),
        ...(maximumOutputTokens === undefined
          ? {}
          : { max_completion_tokens: maximumOutputTokens }),
      };
    },
  });
}
