import type { ModelDirectory } from '../../../contracts/models/model-directory.ts';
import { providerTable } from '../providers/index.ts';
import type { ModelRouter } from '../router.ts';

/** What is served here: the chain of those who name no model, and the providers. */
export type ServedModels = Pick<ModelRouter, 'defaultChain'> & Pick<ModelDirectory, 'providers'>;

/** The providers and aliases that names of models may use. */
export function describeModels(
  router: Pick<ModelRouter, 'missing'>,
  aliases: Record<string, string[]>,
): ModelDirectory {
  const providers = Object.entries(providerTable).map(([name, { setUp, models }]) => {
    const isMissing = router.missing([`${name}:${models?.[0] ?? 'any'}`]).length > 0;
    return [name, { missing: isMissing ? setUp : null, ...(models && { models }) }] as const;
  });
  return { aliases, providers: Object.fromEntries(providers) };
}
