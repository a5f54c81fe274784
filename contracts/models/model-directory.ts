import { suggest } from '../base/nearest.ts';

/** What names of models may say, as the workers publish it. */
export type ModelDirectory = {
  /** Names that stand for a chain of models. */
  aliases: Record<string, string[]>;
  /**
   * Every provider, with what to do where it is not configured, its models where they are all known, and the one that is
   * asked where nobody names one, as `provider:model`; `native` says what to do before it keeps conversations, where it could.
   */
  providers: Record<
    string,
    { missing: string | null; models?: readonly string[]; usual?: string; native?: string }
  >;
  /** What the deployments of a model are called and can do, for models that have some. */
  deployments?: Record<string, readonly { name: string; can: readonly string[] }[]>;
};

/** What to do before a model's provider keeps conversations; undefined where it does, or never can. */
export function nativeGap(
  name: string,
  providers: ModelDirectory['providers'],
): string | undefined {
  const provider = name.split(':', 1)[0] ?? '';
  return Object.hasOwn(providers, provider) ? providers[provider]?.native : undefined;
}

/** What to do before a model can be asked, given who serves models; undefined where it can be. */
export function modelGap(name: string, providers: ModelDirectory['providers']): string | undefined {
  const [, provider, model] = /^([^:\s]+):(\S+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined) {
    return 'write provider:model, such as openai:gpt-5.2 or ollama:qwen3:8b';
  }
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!entry) {
    const known = suggest(provider, Object.keys(providers));
    return `model provider ${provider} not found: ${known}`;
  }
  if (entry.models && !entry.models.includes(model)) {
    return `model ${model} of ${provider} not found: ${suggest(model, entry.models)}`;
  }
  return entry.missing ?? undefined;
}
