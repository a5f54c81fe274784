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
type Tag = z.output<typeof tags>['models'][number];

/** The first model for chats of an Ollama server; undefined when it has none or does not respond within a second. */
export async function findOllamaModel(host: string): Promise<string | undefined> {
  return findModel(host, (tag) => !isEmbedding(tag));
}

/** The first model for embeddings, as {@link findOllamaModel} does. */
export async function findOllamaEmbedding(host: string): Promise<string | undefined> {
  return findModel(host, isEmbedding);
}

async function findModel(
  host: string,
  isWanted: (tag: Tag) => boolean,
): Promise<string | undefined> {
  try {
    const answer = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(probeMs) });
    return tags.parse(await answer.json()).models.find(isWanted)?.name;
  } catch {
    return undefined;
  }
}

/** Ollama says only of which family a model is; embeddings are mostly BERTs, or called so. */
function isEmbedding({ name, details }: Tag): boolean {
  return /bert/i.test(details?.family ?? '') || /embed/i.test(name);
}
