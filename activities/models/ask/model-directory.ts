import type { ModelDirectory } from '../../../contracts/models/model-directory.ts';
import { defaultModels, demoModel } from './default-models.ts';
import { providerTable } from '../providers/index.ts';
import type { ModelRouter } from '../router.ts';

/** What is served here: the chain of those who name no model, and the providers. */
export type ServedModels = Pick<ModelRouter, 'defaultChain'> & Pick<ModelDirectory, 'providers'>;

/** Another server than OpenAI's has its Chat Completions; whether it has more, nobody knows. */
const nativeFix =
  'set OPENAI_API=responses if the server at OPENAI_BASE_URL has the Responses API, or choose the engine react';

/** The providers and aliases that names of models may use. */
export function describeModels(
  router: Pick<ModelRouter, 'missing' | 'defaultChain' | 'keepsConversations'>,
  aliases: Record<string, string[]>,
): ModelDirectory {
  const providers = Object.entries(providerTable).map(([name, { setUp, models }]) => {
    const isMissing = router.missing([`${name}:${models?.[0] ?? 'any'}`]).length > 0;
    const usual = usualModel(name, router.defaultChain);
    const entry = { missing: isMissing ? setUp : null, ...(models && { models }) };
    const isUntold = name === 'openai' && !isMissing && !router.keepsConversations('openai:any');
    return [
      name,
      { ...entry, ...(usual !== undefined && { usual }), ...(isUntold && { native: nativeFix }) },
    ] as const;
  });
  return { aliases, providers: Object.fromEntries(providers) };
}

/** The model of a provider in the chain, or else the one that Baton would choose. */
function usualModel(provider: string, chain: readonly string[]): string | undefined {
  const names = [...chain, ...defaultModels.map(({ name }) => name), demoModel];
  return names.find((name) => name.startsWith(`${provider}:`));
}
