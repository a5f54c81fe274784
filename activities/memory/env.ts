import { z } from 'zod';
import { modelNameForm, parseModelName } from '../models/model-name.ts';
import { isProviderName } from '../models/provider-names.ts';
import { embeddingProviders } from './embedding-providers.ts';

const form = `${modelNameForm} with ${embeddingProviders.join(', ')} as provider, or lexical`;

/** Where agents keep their memories, and how texts are compared. */
export const memoryEnvironment = z.object({
  /** Qdrant, with `QDRANT_API_KEY` where it asks for one; left out, pgvector in the database. */
  QDRANT_URL: z.url({ protocol: /^https?$/, error: 'not an http(s) URL' }).optional(),
  QDRANT_API_KEY: z.string().optional(),
  /** `openai:text-embedding-3-small`, or `lexical`; left out, by the keys that are set. */
  BATON_EMBEDDINGS: z
    .string()
    .refine(isEmbedding, { error: `BATON_EMBEDDINGS: write ${form}` })
    .optional(),
  /** The most memories that an agent keeps. */
  BATON_MEMORY_MAXIMUM: z.coerce.number().int().min(1).max(1_000_000).default(10_000),
});
export type MemoryEnvironment = z.output<typeof memoryEnvironment>;

function isEmbedding(text: string): boolean {
  const { provider } = parseModelName(text) ?? {};
  if (provider === undefined) return text === 'lexical';
  return isProviderName(provider) && embeddingProviders.some((known) => known === provider);
}
