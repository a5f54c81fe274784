import { z } from 'zod';

const probeMs = 1_000;

const tags = z.looseObject({
  models: z.array(
    z.looseObject({
      name: z.string(),
      details: z.looseObject({ family: z.string().nullish() }).nullish(),
    }),
  ),
});

/** The first embedding model of an Ollama server; undefined when it has none or does not answer within a second. */
export async function findOllamaEmbedding(host: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(probeMs) });
    const { models } = tags.parse(await answer.json());
    return models.find(
      ({ name, details }) => /bert/i.test(details?.family ?? '') || /embed/i.test(name),
    )?.name;
  } catch {
    return undefined;
  }
}
