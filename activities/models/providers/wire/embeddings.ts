import type OpenAI from 'openai';
import { z } from 'zod';
import type { Source } from '../errors/classify.ts';
import type { EmbeddingResponse, ModelProvider } from '../../provider.ts';
import { unreadableAnswer } from './unreadable-answer.ts';

const answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.number(), embedding: z.array(z.number()) })),
  usage: z.looseObject({ prompt_tokens: z.number().nullish() }).nullish(),
});

/**
 * Embeddings in OpenAI's form: texts in batches of `batch`, one after the other, one vector a text in their order.
 *
 * @param settings.call runs a request and classifies what it throws.
 */
export function createEmbed(settings: {
  source: Source;
  batch: number;
  call: <Answer>(signal: AbortSignal, ask: (client: OpenAI) => Promise<Answer>) => Promise<Answer>;
}): NonNullable<ModelProvider['embed']> {
  const { source, batch, call } = settings;

  function readBatch(body: unknown, texts: number): EmbeddingResponse {
    const parsed = answer.safeParse(body);
    if (!parsed.success || parsed.data.data.length !== texts) return unreadableAnswer(source, body);
    const { data, usage } = parsed.data;
    return {
      vectors: data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding),
      inputTokens: usage?.prompt_tokens ?? 0,
    };
  }

  return async ({ model, deployedAs = model, texts, tokens, dimensions }, { signal }) => {
    const embedded: EmbeddingResponse = { vectors: [], inputTokens: 0 };
    const { length } = tokens ?? texts;
    for (let start = 0; start < length; start += batch) {
      const input = tokens?.slice(start, start + batch) ?? texts.slice(start, start + batch);
      const next = await call(signal, async (client) =>
        readBatch(
          await client.embeddings.create(
            {
              model: deployedAs,
              input,
              encoding_format: 'float',
              ...(dimensions && { dimensions }),
            },
            { signal },
          ),
          input.length,
        ),
      );
      embedded.vectors.push(...next.vectors);
      embedded.inputTokens += next.inputTokens;
    }
    return embedded;
  };
}
