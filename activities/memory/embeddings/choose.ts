import type { ModelEnvironment } from '../../models/env.ts';
import type { ModelName } from '../../models/model-name.ts';
import type { MemoryEnvironment } from '../env.ts';
import { findOllamaEmbedding } from '../../models/providers/ollama-models.ts';

/** What texts are made vectors with: a model, or the words of the text alone. */
export type EmbeddingChoice = ModelName | 'lexical';

type Needed = Pick<MemoryEnvironment, 'BATON_EMBEDDINGS'> &
  Pick<
    ModelEnvironment,
    'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'GEMINI_API_KEY' | 'GEMINI_BASE_URL' | 'OLLAMA_HOST'
  >;

/**
 * `BATON_EMBEDDINGS`, else OpenAI or Gemini where their key is set, else an embedding model of an Ollama server that
 * answers, else `lexical`. A base URL may lead to a server that has no such model: then it has to be named.
 */
export async function chooseEmbedding(environment: Needed): Promise<EmbeddingChoice> {
  const { BATON_EMBEDDINGS: chosen, OLLAMA_HOST: host } = environment;
  if (chosen !== undefined) return chosen as EmbeddingChoice;
  if (environment.OPENAI_API_KEY && !environment.OPENAI_BASE_URL) {
    return 'openai:text-embedding-3-small';
  }
  if (environment.GEMINI_API_KEY && !environment.GEMINI_BASE_URL) {
    return 'gemini:gemini-embedding-001';
  }
  const local = await findOllamaEmbedding(host);
  return local === undefined ? 'lexical' : `ollama:${local}`;
}
