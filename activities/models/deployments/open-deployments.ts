import type { ModelEnvironment } from '../env.ts';
import { parseModelName } from '../model-name.ts';
import type { ModelProvider } from '../provider.ts';
import { isCompatibleName } from '../provider-names.ts';
import { providerEntry } from '../providers/index.ts';
import type { Deployment, Deployments } from './deployment.ts';

/** A deployment with what speaks to its server. */
export type OpenDeployment = { deployment: Deployment; provider: ModelProvider };

/**
 * Makes for each deployment a provider of its own.
 * @param wrap is given each of them.
 * @returns the deployments of a model: those that name it, else those of all models of its provider.
 */
export async function openDeployments(
  { deployments }: Deployments,
  env: ModelEnvironment,
  wrap: (provider: ModelProvider) => ModelProvider,
): Promise<(model: string) => readonly OpenDeployment[]> {
  const opened = await Promise.all(
    deployments.map(async (deployment): Promise<OpenDeployment> => {
      const provider = await providerOf(deployment, env);
      return { deployment, provider: wrap(withUpstreamName(provider, deployment)) };
    }),
  );
  return (name) => {
    const provider = parseModelName(name)?.provider;
    const ofProvider = opened.filter(({ deployment }) => deployment.provider === provider);
    const named = ofProvider.filter(({ deployment }) => deployment.model === name);
    return named.length > 0
      ? named
      : ofProvider.filter(({ deployment: { model } }) => model === '*');
  };
}

async function providerOf(
  { provider: name, apiKey, baseUrl, api }: Deployment,
  env: ModelEnvironment,
): Promise<ModelProvider> {
  if (isCompatibleName(name)) {
    const { compatibleUrls, createCompatibleProvider } = await import('../providers/compatible.ts');
    return createCompatibleProvider(name, { apiKey, baseUrl: baseUrl ?? compatibleUrls[name]! });
  }
  const entry = providerEntry(name);
  const { key, baseUrl: address } = entry?.variables ?? {};
  const own = {
    ...env,
    ...(key && { [key]: apiKey }),
    ...(address && (baseUrl !== undefined || key) && { [address]: baseUrl }),
    ...(name === 'openai' && { OPENAI_API: api }),
  };
  const provider = await entry?.create(own);
  // The file was checked: each has a provider and its key.
  if (!provider) throw new Error(`${name} cannot be deployed`);
  return provider;
}

/** A provider that calls the model on the wire as the deployment says. */
function withUpstreamName(
  provider: ModelProvider,
  { upstreamModel: deployedAs }: Deployment,
): ModelProvider {
  if (deployedAs === undefined) return provider;
  const { respond, embed, generateImage } = provider;
  return {
    ...provider,
    chat: (request, options) => provider.chat({ ...request, deployedAs }, options),
    ...(respond && {
      respond: (request, options) => respond({ ...request, deployedAs }, options),
    }),
    ...(embed && { embed: (request, options) => embed({ ...request, deployedAs }, options) }),
    ...(generateImage && {
      generateImage: (request, options) => generateImage({ ...request, deployedAs }, options),
    }),
  };
}
