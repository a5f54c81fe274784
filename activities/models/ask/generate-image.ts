import { estimateTextTokens } from '../limits/estimate-tokens.ts';
import type { ImageResponse } from '../provider.ts';
import { askNamedModel } from './ask-named-model.ts';
import type { NamedModelSettings } from './ask-named-model.ts';
import type { ImageRouter } from '../router.ts';

const noImages = { code: 'NOT_CONFIGURED', message: 'the provider makes no images' };

/** Asks one model for an image. */
export function createGenerateImage(settings: NamedModelSettings): ImageRouter['generateImage'] {
  return (name, request, options) =>
    askNamedModel<ImageResponse>(
      name,
      ({ provider, model }) => {
        const generate = provider.generateImage?.bind(provider);
        if (!generate) return noImages;
        return {
          estimate: { inputTokens: estimateTextTokens([request.prompt]) },
          used: ({ usage }) => usage,
          send: (call) => generate({ ...request, model }, call),
        };
      },
      { ...settings, ...options },
    );
}
