import { defaultModels, demoModel } from './default-models.ts';
import type { ModelEnvironment } from './env.ts';
import { allModelsFailed } from './all-models-failed.ts';
import { createFailover } from './failover.ts';
import type { Resolved } from './failover.ts';
import { modelNameForm, parseModelName } from './model-name.ts';
import { providerTable } from './providers/index.ts';
import { findOllamaModel } from './providers/ollama.ts';
import type { EmbeddingRouter, ModelName, ModelRouter } from './router.ts';

/**
 * The router over the providers that the environment configures. The default chain is `BATON_MODELS`, else a
 * model of each provider whose key is set, else the first model of an Ollama server that answers, else the
 * demo model, which never stands in for a real one.
 *
 * @param options.deadlineMs longest time of one try, 120 000 by default.
 * @param options.downMs how long a provider is left out that refused the key, 60 000 by default.
 * @param options.now the clock, in milliseconds.
 */
export async function createModelRouter(
  env: ModelEnvironment,
  options: { deadlineMs?: number; downMs?: number; now?: () => number } = {},
): Promise<ModelRouter & EmbeddingRouter> {
  const { deadlineMs = 120_000, downMs = 60_000, now = Date.now } = options;
  const resolve = createResolver(env);
  return {
    defaultChain: await chooseChain(env),
    missing: (chain) =>
      chain.flatMap((name) => {
        const resolved = resolve(name);
        return 'missing' in resolved ? [`${name}: ${resolved.missing}`] : [];
      }),
    chat: createFailover({ resolve, deadlineMs, downMs, now }),
    async embed(model, request, { signal }) {
      const target = resolve(model);
      if ('missing' in target || !target.provider.embed) {
        const message = 'missing' in target ? target.missing : 'the provider has no embeddings';
        const error = { code: 'NOT_CONFIGURED', message };
        throw allModelsFailed([{ model, status: 'skipped', error, durationMs: 0 }], []);
      }
      const embedded = await target.provider.embed({ ...request, model: target.model }, { signal });
      return { ...embedded, model: target.name };
    },
  };
}

async function chooseChain(env: ModelEnvironment): Promise<ModelName[]> {
  if (env.BATON_MODELS) return env.BATON_MODELS;
  const keyed = defaultModels.filter(({ key }) => env[key]).map(({ name }) => name);
  if (keyed.length > 0) return keyed;
  const local = await findOllamaModel(env.OLLAMA_HOST);
  return [local === undefined ? demoModel : `ollama:${local}`];
}

function createResolver(env: ModelEnvironment): (name: string) => Resolved {
  const providers = new Map(
    Object.entries(providerTable).map(([name, entry]) => [name, entry.create(env)]),
  );
  const names = [...providers.keys()].join(', ');
  return (text) => {
    const parsed = parseModelName(text);
    if (!parsed) return { missing: `not written as ${modelNameForm}` };
    const { name, provider, model } = parsed;
    const entry = providerTable[provider];
    if (!entry) return { missing: `no provider named ${provider}; there are ${names}` };
    if (entry.models && !entry.models.includes(model)) {
      return { missing: `${provider} has no model ${model}; it has ${entry.models.join(', ')}` };
    }
    const served = providers.get(provider);
    return served ? { name, provider: served, model } : { missing: entry.setUp };
  };
}
