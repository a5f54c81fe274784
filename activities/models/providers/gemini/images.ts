import type { GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import type { Source } from '../errors/classify.ts';
import { ProviderError } from '../../provider.ts';
import type { ImageRequest, ImageResponse } from '../../provider.ts';
import { imageTypeOf } from '../wire/images.ts';

const count = z.number().nullish().catch(0);

const answer = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().nullish(),
        content: z
          .looseObject({
            parts: z
              .array(
                z.looseObject({
                  text: z.string().nullish(),
                  inlineData: z.looseObject({ data: z.string().min(1) }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      candidatesTokenCount: count,
      candidatesTokensDetails: z
        .array(z.looseObject({ modality: z.string().nullish(), tokenCount: count }))
        .nullish(),
    })
    .nullish(),
});

const ratios: Record<ImageRequest['shape'], string> = {
  square: '1:1',
  landscape: '3:2',
  portrait: '2:3',
};

/** An image of one of Gemini's models that write text and images. */
export async function imageOfGemini(
  { models }: GoogleGenAI,
  { model, deployedAs = model, prompt, shape }: ImageRequest,
  { source, signal }: { source: Source; signal: AbortSignal },
): Promise<ImageResponse> {
  const written = await models.generateContent({
    model: deployedAs,
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    config: {
      abortSignal: signal,
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: ratios[shape] },
    },
  });
  const { candidates, usageMetadata: usage } = answer.parse(written);
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const image = parts.find(({ inlineData }) => inlineData)?.inlineData;
  if (!image) throw noImage(source.provider, candidate?.finishReason ?? 'no candidate');
  const details = usage?.candidatesTokensDetails ?? [];
  const outputTokens = usage?.candidatesTokenCount ?? 0;
  return {
    mediaType: imageTypeOf(image.data),
    data: image.data,
    usage: {
      inputTokens: usage?.promptTokenCount ?? 0,
      outputTokens,
      imageTokens: details.find(({ modality }) => modality === 'IMAGE')?.tokenCount ?? outputTokens,
    },
  };
}

/** It says in the reason to finish that it will not, or in words in place of an image. */
function noImage(provider: string, reason: string): ProviderError {
  const isRefused = /SAFETY|PROHIBITED|BLOCK|RECITATION|SPII/.test(reason);
  return new ProviderError({
    provider,
    kind: isRefused ? 'content_filter' : 'invalid_request',
    code: reason,
    message: `the model returned no image (${reason}): describe the image in the prompt`,
  });
}
