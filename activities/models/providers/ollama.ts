import { z } from 'zod';
import type { ModelProvider } from '../provider.ts';
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
  return createChatCompletionsProvider('ollama', {
    apiKey: 'ollama',
    baseURL: `${host}/v1`,
    organization: null,
    project: null,
  });
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
