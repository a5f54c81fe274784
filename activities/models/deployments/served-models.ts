import { isCompatibleName } from '../provider-names.ts';
import type { CompatibleName } from '../provider-names.ts';
import { parseModelName } from '../model-name.ts';
import type { ModelName } from '../model-name.ts';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { ModelProvider } from '../provider.ts';
import { compatibleUrls } from '../providers/compatible.ts';
import type { Deployment, Deployments } from './deployment.ts';

/** The models that deployments name, each once, in their order. */
export function deployedModels({ deployments }: Deployments): ModelName[] {
  return [...new Set(deployments.flatMap(({ model }) => (model === '*' ? [] : [model])))];
}

/** The same, with `provider:*` for those that serve all models of a provider. */
export function deployedPatterns({ deployments }: Deployments): ModelName[] {
  return deployments.map(({ model, provider }): ModelName =>
    model === '*' ? `${provider}:*` : model,
  );
}

/** What to do before a model of a provider can be asked that is known only by its deployments. */
export function setUpCompatible(provider: CompatibleName, deployments: Deployments): string {
  const models = deployedModels(deployments).filter(
    (name) => parseModelName(name)?.provider === provider,
  );
  const advice = `list it, or ${provider}:*, in the file of BATON_DEPLOYMENTS`;
  return models.length > 0
    ? `no deployment serves it: ${advice}; they serve ${models.join(', ')}`
    : advice;
}

type Abilities = NonNullable<ModelStatus['deployment']>['can'];

/** What a provider can be asked for. */
export function abilitiesOf({ respond, embed, generateImage }: ModelProvider): Abilities {
  return [
    'chat',
    ...(respond ? (['stored conversations'] as const) : []),
    ...(embed ? (['embeddings'] as const) : []),
    ...(generateImage ? (['images'] as const) : []),
  ];
}

/** Where a deployment is: its host, and no password. */
export function serverOf({ baseUrl, provider }: Deployment): string {
  const url = baseUrl ?? (isCompatibleName(provider) ? compatibleUrls[provider] : undefined);
  return url === undefined ? provider : new URL(url).host;
}
