import { z } from 'zod';
import type { ChatRequest, ModelProvider } from '../provider.ts';
import { chatCompletionsBody } from '../wire/chat-completions-request.ts';
import { createChatCompletionsProvider } from '../wire/chat-completions-provider.ts';

const probeMs = 1000;

const tags = z.looseObject({
  models: z.array(
    z.looseObject({
      name: z.string(),
      details: z.looseObject({ family: z.string().nullish() }).nullish(),
    }),
  ),
});

/** Models on an Ollama server, through its OpenAI-compatible `/v1`. */
export function createOllamaProvider({ host }: { host: string }): ModelProvider {
  return createChatCompletionsProvider({
    name: 'ollama',
    client: { apiKey: 'ollama', baseURL: `${host}/v1`, organization: null, project: null },
    body(request) {
      const { tool_choice: _, ...body } = chatCompletionsBody(offerOnlyChosen(request));
      const { maximumOutputTokens } = request;
      return {
        ...body,
        ...(maximumOutputTokens === undefined ? {} : { max_tokens: maximumOutputTokens }),
      };
    },
  });
}

/** Ollama ignores `tool_choice`: what must not be called is not offered. */
function offerOnlyChosen(request: ChatRequest): ChatRequest {
  const { toolChoice, tools } = request;
  if (toolChoice === 'none') return { ...request, tools: [] };
  if (typeof toolChoice === 'string') return request;
  return { ...request, tools: tools.filter(({ name }) => name === toolChoice.tool) };
}

/**
 * The first model of the server that is not one for embeddings; undefined when there is none or no
 * answer within a second.
 */
export async function findOllamaModel(host: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(probeMs) });
    const { models } = tags.parse(await answer.json());
    return models.find(
      ({ name, details }) => !/bert/i.test(details?.family ?? '') && !/embed/i.test(name),
    )?.name;
  } catch {
    return undefined;
  }
}
