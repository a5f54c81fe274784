import type { GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import type { Source } from '../errors/classify.ts';
import type { EmbeddingRequest, EmbeddingResponse } from '../../provider.ts';
import { unreadableAnswer } from '../wire/unreadable-answer.ts';

/** Texts that the API takes at once. */
const batchSize = 100;

const answer = z.looseObject({
  embeddings: z.array(
    z.looseObject({
      values: z.array(z.number()),
      statistics: z.looseObject({ tokenCount: z.number().nullish() }).nullish(),
    }),
  ),
  usageMetadata: z.looseObject({ promptTokenCount: z.number().nullish() }).nullish(),
});

/** The vectors of texts, in as many requests as they need. Tokens are 0 where the API does not say them. */
export async function embedWithGemini(
  { models }: GoogleGenAI,
  { model, deployedAs = model, texts, dimensions }: EmbeddingRequest,
  { source, signal }: { source: Source; signal: AbortSignal },
): Promise<EmbeddingResponse> {
  const vectors: number[][] = [];
  let inputTokens = 0;
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize);
    const written = await models.embedContent({
      model: deployedAs,
      // As contents: texts alone would become the parts of one.
      contents: batch.map((text) => ({ role: 'user', parts: [{ text }] })),
      config: {
        abortSignal: signal,
        ...(dimensions === undefined ? {} : { outputDimensionality: dimensions }),
      },
    });
    const parsed = answer.safeParse(written);
    if (!parsed.success || parsed.data.embeddings.length !== batch.length) {
      return unreadableAnswer(source, written);
    }
    const { embeddings, usageMetadata } = parsed.data;
    vectors.push(...embeddings.map(({ values }) => values));
    const counted = embeddings.reduce(
      (sum, { statistics }) => sum + (statistics?.tokenCount ?? 0),
      0,
    );
    inputTokens += usageMetadata?.promptTokenCount ?? counted;
  }
  return { vectors, inputTokens };
}
