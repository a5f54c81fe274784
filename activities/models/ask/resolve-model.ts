import type { Target } from './ask-model.ts';
import type { ModelEnvironment } from '../env.ts';
import { modelNameForm, parseModelName } from '../model-name.ts';
import type { ModelProvider } from '../provider.ts';
import type { DemoAnswer } from '../providers/demo/answer.ts';
import { providerTable } from '../providers/index.ts';
import { withTextTools } from './text-tools/with-text-tools.ts';

/** Who serves a model, or what is missing for it. */
export type Resolved = Target | { missing: string };

/**
 * Finds who serves a name, over the providers that the environment configures.
 * @param options.observe is given each provider as it speaks to its server.
 * @param options.demo how the demo model answers.
 */
export async function createResolver(
  env: ModelEnvironment,
  {
    observe = (provider) => provider,
    demo,
  }: {
    observe?: ((provider: ModelProvider) => ModelProvider) | undefined;
    demo?: DemoAnswer | undefined;
  } = {},
): Promise<(name: string) => Resolved> {
  const providers = new Map(
    await Promise.all(
      Object.entries(providerTable).map(async ([name, entry]) => {
        const provider = await entry.create(env, demo);
        return [name, provider && withTextTools(observe(provider))] as const;
      }),
    ),
  );
  const names = [...providers.keys()].join(', ');
  return (text) => {
    const parsed = parseModelName(text);
    if (!parsed) return { missing: `not written as ${modelNameForm}` };
    const { name, provider, model } = parsed;
    const entry = providerTable[provider];
    if (!entry) return { missing: `provider ${provider} not found; the providers are ${names}` };
    if (entry.models && !entry.models.includes(model)) {
      return { missing: `${provider} has no model ${model}; it has ${entry.models.join(', ')}` };
    }
    const served = providers.get(provider);
    return served ? { name, provider: served, model } : { missing: entry.setUp };
  };
}
