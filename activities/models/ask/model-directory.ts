import type { ModelDirectory } from '../../../contracts/models/model-directory.ts';
import { defaultModels, demoModel } from './default-models.ts';
import { noDeployments } from '../deployments/deployment.ts';
import type { Deployments } from '../deployments/deployment.ts';
import { deployedModels, deployedPatterns, setUpCompatible } from '../deployments/served-models.ts';
import { parseModelName } from '../model-name.ts';
import { isCompatibleName, providerNames } from '../provider-names.ts';
import { providerEntry } from '../providers/index.ts';
import type { DeploymentDirectory, ModelRouter } from '../router.ts';

/** What is served here: the chain of those who name no model, and the providers. */
export type ServedModels = Pick<ModelRouter, 'defaultChain'> & Pick<ModelDirectory, 'providers'>;

/** Another server than OpenAI's has its Chat Completions; whether it has more, nobody knows. */
const nativeFix =
  'set OPENAI_API=responses if the server at OPENAI_BASE_URL has the Responses API, or choose the engine react';

/** The providers and aliases that names of models may use. */
export function describeModels(
  router: Pick<ModelRouter, 'missing' | 'defaultChain' | 'keepsConversations'> &
    DeploymentDirectory,
  aliases: Record<string, string[]>,
  deployments: Deployments = noDeployments,
): ModelDirectory {
  const providers = providerNames.map((name) => {
    const deployed = deployedModels(deployments)
      .map((model) => parseModelName(model)!)
      .flatMap(({ provider, model }) => (provider === name ? [model] : []));
    const entry = providerEntry(name);
    const isOpen = !entry?.models && router.missing([`${name}:any`]).length === 0;
    const known = entry?.models ?? deployed;
    const models = isOpen || known.length === 0 ? undefined : known;
    const isMissing = !isOpen && router.missing([`${name}:${models?.[0] ?? 'any'}`]).length > 0;
    const setUp =
      entry?.setUp ?? (isCompatibleName(name) ? setUpCompatible(name, deployments) : '');
    const usual = usualModel(name, [...router.defaultChain, ...deployedModels(deployments)]);
    const told = { missing: isMissing ? setUp : null, ...(models && { models }) };
    const isUntold = name === 'openai' && !isMissing && !router.keepsConversations('openai:any');
    return [
      name,
      { ...told, ...(usual !== undefined && { usual }), ...(isUntold && { native: nativeFix }) },
    ] as const;
  });
  const patterns = [...new Set(deployedPatterns(deployments))];
  return {
    aliases,
    providers: Object.fromEntries(providers),
    ...(patterns.length > 0 && {
      deployments: Object.fromEntries(
        patterns.map((pattern) => [pattern, router.deploymentsOf(pattern)]),
      ),
    }),
  };
}

/** The model of a provider in the chain, or else the one that Baton would choose. */
function usualModel(provider: string, chain: readonly string[]): string | undefined {
  const names = [...chain, ...defaultModels.map(({ name }) => name), demoModel];
  return names.find((name) => name.startsWith(`${provider}:`));
}
