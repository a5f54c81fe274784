import { nearest } from '../../contracts/base/nearest.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import { Problem } from '../base/problem.ts';

export type Models = PublishedCatalog['models'];

/** The name of the chain that agents use which name none. */
const defaultName = 'default';

/** `provider:model` or `provider/model`, at the first of either; the model's name may hold more of them. */
function split(name: string): { provider: string; model: string } | undefined {
  const [, provider, model] = /^([a-z][a-z0-9_-]*)[:/]([^\p{C}\p{Z}]+)$/u.exec(name) ?? [];
  return provider !== undefined && model !== undefined ? { provider, model } : undefined;
}

/** Every name that this Baton knows by itself: aliases, and the models of its chains. */
export function knownNames({ chain, aliases = {} }: Models): string[] {
  return [
    ...new Set([defaultName, ...Object.keys(aliases), ...chain, ...Object.values(aliases).flat()]),
  ];
}

/**
 * The chain of models that a request names, each as `provider:model`.
 * @throws {Problem} `unknown-model`, with the nearest names, where nothing can serve it.
 */
export function resolveModel(
  { model: name, provider }: { model: string; provider?: string | null | undefined },
  models: Models,
): string[] {
  if (provider)
    return [ofProvider(provider, name === defaultName ? usualOf(provider, models) : name, models)];
  if (name === defaultName) return models.chain;
  const { aliases = {}, providers = {} } = models;
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (alias) return alias;
  const parts = split(name);
  if (parts && Object.hasOwn(providers, parts.provider)) {
    return [ofProvider(parts.provider, parts.model, models)];
  }
  const known = knownNames(models).find((each) => split(each)?.model === name);
  if (known !== undefined) return [known];
  throw unknownModel(name, models);
}

/** The model that a provider is asked for where nobody names one. */
function usualOf(provider: string, { providers = {} }: Models): string {
  const usual = Object.hasOwn(providers, provider) ? providers[provider]?.usual : undefined;
  if (usual !== undefined || !Object.hasOwn(providers, provider)) return usual ?? defaultName;
  throw unknown(`${provider} has no default model. Name one in \`model\`.`);
}

/** A model's bare name beside its provider, or one that repeats the provider. */
function ofProvider(provider: string, name: string, models: Models): string {
  const { providers = {} } = models;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!entry) throw unknownProvider(provider, models);
  if (entry.missing !== null) {
    throw unknown(`The provider ${provider} is not configured: ${entry.missing}.`);
  }
  const parts = split(name);
  return `${provider}:${parts?.provider === provider ? parts.model : name}`;
}

function unknownModel(name: string, models: Models): Problem {
  const names = knownNames(models);
  const near = nearest(name, names);
  const parts = split(name);
  const hint =
    near !== undefined
      ? `did you mean ${near}?`
      : parts
        ? `provider ${parts.provider} not found; the providers are ${providerNames(models)}.`
        : `write provider/model, or one of: ${names.slice(0, 10).join(', ')}.`;
  return unknown(`Model \`${name}\` not found: ${hint}`);
}

function unknownProvider(name: string, models: Models): Problem {
  const near = nearest(name, Object.keys(models.providers ?? {}));
  const hint = near ? `did you mean ${near}?` : `the providers are ${providerNames(models)}.`;
  return unknown(`Provider ${name} not found: ${hint}`, 'provider');
}

function providerNames({ providers = {} }: Models): string {
  return Object.keys(providers).join(', ');
}

function unknown(message: string, path = 'model'): Problem {
  return new Problem('unknown-model', message, [{ path, message }]);
}
