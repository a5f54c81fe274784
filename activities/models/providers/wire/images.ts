import type OpenAI from 'openai';
import { z } from 'zod';
import type { Source } from '../errors/classify.ts';
import type { ModelProvider } from '../../provider.ts';
import type { ImageQuirks } from './model-quirks.ts';
import { unreadableAnswer } from './unreadable-answer.ts';

const count = z.number().nullish().catch(0);

const answer = z.looseObject({
  data: z.array(z.looseObject({ b64_json: z.string().min(1) })).min(1),
  usage: z.looseObject({ input_tokens: count, output_tokens: count }).nullish().catch(null),
});

/** The media type of an image, by how its data begin: vendors do not say it, or say it wrongly. */
export function imageTypeOf(data: string): string {
  if (data.startsWith('/9j/')) return 'image/jpeg';
  return data.startsWith('UklGR') ? 'image/webp' : 'image/png';
}

/**
 * Images in OpenAI's form.
 * @param settings.call runs a request and classifies what it throws.
 */
export function createGenerateImage(settings: {
  source: Source;
  quirks: ImageQuirks;
  call: <Answer>(signal: AbortSignal, ask: (client: OpenAI) => Promise<Answer>) => Promise<Answer>;
}): NonNullable<ModelProvider['generateImage']> {
  const { source, quirks, call } = settings;
  return ({ model, deployedAs = model, prompt, shape }, { signal }) =>
    call(signal, async (client) => {
      const form = Object.entries(quirks.form).map(([field, values]) => [field, values[shape]]);
      const body = { model: deployedAs, prompt, n: 1, ...Object.fromEntries(form), ...quirks.more };
      const written: unknown = await client.images.generate(body as never, { signal });
      const parsed = answer.safeParse(written);
      if (!parsed.success) return unreadableAnswer(source, written);
      const [image] = parsed.data.data;
      const { input_tokens: inputTokens, output_tokens: outputTokens } = parsed.data.usage ?? {};
      return {
        mediaType: imageTypeOf(image!.b64_json),
        data: image!.b64_json,
        usage: {
          inputTokens: inputTokens ?? 0,
          outputTokens: outputTokens ?? 0,
          imageTokens: outputTokens ?? 0,
        },
      };
    });
}
