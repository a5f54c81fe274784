import { z } from 'zod';
import { modelNameForm, parseModelName } from './model-name.ts';
import { ollamaUrl } from './ollama-url.ts';
import type { ModelName } from './router.ts';

const chainExample = 'anthropic:claude-sonnet-5,openai:gpt-5.2,ollama:qwen3';

const chain = z.string().transform((text, context): ModelName[] | undefined => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.join('') === '') return undefined;
  return entries.flatMap((entry) => {
    const parsed = parseModelName(entry);
    if (parsed) return [parsed.name];
    context.addIssue({
      code: 'custom',
      message:
        `BATON_MODELS: "${entry}" is not written as ${modelNameForm}. ` +
        `Write a comma list such as ${chainExample}.`,
    });
    return [];
  });
});

/** A variable that is set to nothing counts as not set. */
const text = z.string().transform((value) => value.trim() || undefined);

const url = text.pipe(z.url({ protocol: /^https?$/, error: 'not an http(s) URL' }).optional());

/** Which models there are, and how they are reached. */
export const modelEnvironment = z.object({
  /** The models to try, in order. Left out: one for each key set, else Ollama's first, else the demo. */
  BATON_MODELS: chain.optional(),
  OPENAI_API_KEY: text.optional(),
  /** With the version, as `https://api.openai.com/v1`. */
  OPENAI_BASE_URL: url.optional(),
  ANTHROPIC_API_KEY: text.optional(),
  /** Without a version, as `https://api.anthropic.com`. */
  ANTHROPIC_BASE_URL: url.optional(),
  /** `host`, `host:port` or a URL, as Ollama itself reads it. */
  OLLAMA_HOST: z.string().default('').transform(ollamaUrl),
});
export type ModelEnvironment = z.output<typeof modelEnvironment>;
