import { z } from 'zod';
import { modelNameForm, parseModelName } from './model-name.ts';
import { ollamaUrl } from './ollama-url.ts';
import { isProviderName, providerNames } from './provider-names.ts';
import type { ModelName } from './model-name.ts';

const chainExample = 'anthropic:claude-sonnet-5,openai:gpt-5.2,ollama:qwen3';

const chain = z.string().transform((text, context): ModelName[] | undefined => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.join('') === '') return undefined;
  return entries.flatMap((entry) => {
    const parsed = parseModelName(entry);
    if (parsed && isProviderName(parsed.provider)) return [parsed.name];
    const problem = parsed
      ? `"${entry}": provider ${parsed.provider} not found; the providers are ${providerNames.join(', ')}.`
      : `"${entry}" is not written as ${modelNameForm}.`;
    const message = `BATON_MODELS: ${problem} Write a comma list such as ${chainExample}.`;
    context.addIssue({ code: 'custom', message });
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
  /** With the version, as `https://api.openai.com/v1`; so are the base URLs below, but for the two that say so. */
  OPENAI_BASE_URL: url.optional(),
  /**
   * Which of OpenAI's APIs is spoken. Left out: Responses for the models that need it, Chat Completions for the
   * others and wherever `OPENAI_BASE_URL` names another server.
   */
  OPENAI_API: text.pipe(z.enum(['chat', 'responses']).optional()).optional(),
  ANTHROPIC_API_KEY: text.optional(),
  /** Without a version, as `https://api.anthropic.com`. */
  ANTHROPIC_BASE_URL: url.optional(),
  GEMINI_API_KEY: text.optional(),
  /** Without a version, as `https://generativelanguage.googleapis.com`. */
  GEMINI_BASE_URL: url.optional(),
  DEEPSEEK_API_KEY: text.optional(),
  DEEPSEEK_BASE_URL: url.optional(),
  /** Qwen, at Alibaba Cloud Model Studio. */
  DASHSCOPE_API_KEY: text.optional(),
  /** Left out: the international endpoint; keys of mainland China need their own. */
  DASHSCOPE_BASE_URL: url.optional(),
  /** Kimi. */
  MOONSHOT_API_KEY: text.optional(),
  /** Left out: the international endpoint; keys of mainland China need their own. */
  MOONSHOT_BASE_URL: url.optional(),
  /** Grok. */
  XAI_API_KEY: text.optional(),
  XAI_BASE_URL: url.optional(),
  /** `host`, `host:port` or a URL, as Ollama itself reads it. */
  OLLAMA_HOST: z.string().default('').transform(ollamaUrl),
});
export type ModelEnvironment = z.output<typeof modelEnvironment>;
