import { cutText } from '../../../contracts/base/text.ts';
import type { Caller } from '../../base/caller.ts';
import { textTokens } from '../../../contracts/models/text-tokens.ts';
import type { EmbeddingCaller } from '../../models/pay/paid-embeddings.ts';
import { MemoryUnavailable } from '../memory-unavailable.ts';
import type { EmbeddingChoice } from './choose.ts';
import { embedLexically } from './lexical.ts';

/** A text as a vector, and what it was made with. */
export type Embedded = { vector: number[]; embedding: string };

/**
 * Makes a text a vector; of a long one, its start counts.
 * @throws as `EmbeddingCaller` does, and {@link MemoryUnavailable} for a vector that compares with nothing.
 */
export type Embedder = (
  text: string,
  asked: { caller: Caller; signal: AbortSignal },
) => Promise<Embedded>;

/** About what embedding models take: those of OpenAI and Qwen 8,191 tokens, that of Gemini 2,048. */
const mostTokens = 1_800;

/** Texts as vectors of the chosen embedding; those of a model are paid for by the caller. */
export function createEmbedder(choice: EmbeddingChoice, embed: EmbeddingCaller): Embedder {
  if (choice === 'lexical') return async (text) => embedded(choice, embedLexically(text));
  return async (text, { caller, signal }) => {
    const texts = [cutToTokens(text, mostTokens)];
    const { vectors } = await embed({ caller, model: choice, request: { texts } }, { signal });
    const [vector = []] = vectors;
    const isDirection = vector.every(Number.isFinite) && vector.some((number) => number !== 0);
    if (isDirection) return embedded(choice, vector);
    const message = `${choice} returned a vector of zeros. Set another model in BATON_EMBEDDINGS.`;
    throw new MemoryUnavailable(message, { retryable: false });
  };
}

/** The start of a text, in at most about so many tokens. */
function cutToTokens(text: string, tokens: number): string {
  let start = text;
  for (let count = textTokens(start); count > tokens; count = textTokens(start)) {
    start = cutText(start, Math.floor((start.length * tokens) / count) - 1);
  }
  return start;
}

/** `openai:text-embedding-3-small/1536`: vectors of another length do not compare either. */
function embedded(choice: EmbeddingChoice, vector: number[]): Embedded {
  return { vector, embedding: `${choice}/${vector.length}` };
}
