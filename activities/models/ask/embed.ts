import { estimateTextTokens } from '../limits/estimate-tokens.ts';
import type { EmbeddingResponse } from '../provider.ts';
import { askNamedModel } from './ask-named-model.ts';
import type { NamedModelSettings } from './ask-named-model.ts';
import type { EmbeddingRouter } from '../router.ts';

const noEmbeddings = {
  code: 'NO_EMBEDDINGS',
  message:
    'the provider has no embeddings; name a model of one that has, such as openai:text-embedding-3-small',
};

/** Asks one model for vectors. */
export function createEmbed(settings: NamedModelSettings): EmbeddingRouter['embed'] {
  return (name, request, options) =>
    askNamedModel<EmbeddingResponse>(
      name,
      ({ provider, model }) => {
        const embed = provider.embed?.bind(provider);
        if (!embed) return noEmbeddings;
        return {
          estimate: { inputTokens: estimateTextTokens(request.texts), maximumOutputTokens: 0 },
          used: ({ inputTokens }) => ({ inputTokens, outputTokens: 0 }),
          send: (call) => embed({ ...request, model }, call),
        };
      },
      { ...settings, ...options },
    );
}
