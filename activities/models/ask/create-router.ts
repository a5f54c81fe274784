import type { Redis } from 'ioredis';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { AliasEnvironment } from './aliases.ts';
import type { ModelEnvironment } from '../env.ts';
import { createFailover } from './failover.ts';
import type { LimitsEnvironment } from '../limits/env.ts';
import { createMemoryStore } from '../limits/memory-store.ts';
import { createRedisStore } from '../limits/redis-store.ts';
import { createModelGuards } from './model-guard.ts';
import { statusOf } from './model-status.ts';
import { labelConfigured } from './observation/model-label.ts';
import type { ModelProvider } from '../provider.ts';
import type { DemoAnswer } from '../providers/demo/answer.ts';
import { createResolver } from './resolve-model.ts';
import type { DeploymentDirectory, EmbeddingRouter, ImageRouter, ModelRouter } from '../router.ts';
import { createEmbed, createGenerateImage } from './named-model.ts';
import { defaultModels, demoModel } from './default-models.ts';
import { findOllamaModel } from '../providers/ollama-models.ts';
import type { ModelName } from '../model-name.ts';
import type { ModelGuard } from './model-guard.ts';
import type { Target } from './ask-model.ts';
import { createChoice } from '../deployments/choose.ts';
import { noDeployments } from '../deployments/deployment.ts';
import type { Deployments } from '../deployments/deployment.ts';
import { abilitiesOf, deployedModels, deployedPatterns } from '../deployments/served-models.ts';

export type RouterOptions = {
  /** Shares the limits with other processes; left out, this process has its own. */
  redis?: Redis | undefined;
  /** Longest wait for an answer in one piece, or for the first part of a streamed one. @default 120_000 */
  answerMs?: number;
  /** Longest wait for the next part of a streamed answer. @default 60_000 */
  idleMs?: number;
  /** A call that would wait longer for the limits of a model is sent away. @default 5_000 */
  maximumWaitMs?: number;
  /** Pause before the second try after a transient failure. @default 500 */
  backoffMs?: number;
  /** How long a provider is left out that refused the key. @default 60_000 */
  downMs?: number;
  /** Makes of each provider one that is watched. */
  observe?: (provider: ModelProvider) => ModelProvider;
  /** How the demo model answers; left out, it says only that it is a demo. */
  demo?: DemoAnswer | undefined;
  /** Where models are deployed, beyond one key for a provider. */
  deployments?: Deployments;
};

/** How the models stand that are in the default chain or have been used. */
export type ModelStatuses = {
  /** @param onError is told of a model that cannot say how it stands; it is left out. */
  status(onError: (error: unknown) => void): Promise<ModelStatus[]>;
};

/** The router over the providers that the environment configures. */
export async function createModelRouter(
  env: ModelEnvironment & Partial<LimitsEnvironment & AliasEnvironment>,
  options: RouterOptions = {},
): Promise<ModelRouter & EmbeddingRouter & ImageRouter & ModelStatuses & DeploymentDirectory> {
  const { redis, maximumWaitMs = 5_000, backoffMs = 500, downMs = 60_000 } = options;
  const { answerMs = 120_000, idleMs = 60_000 } = options;
  const { deployments = noDeployments } = options;
  const resolve = await createResolver(env, options);
  const chain = await defaultChain(env, deployments);
  const guarded = [...new Set([...chain, ...deployedPatterns(deployments)])].flatMap(
    (name): Pick<Target, 'name' | 'deployment'>[] => {
      const resolved = resolve(name);
      if ('missing' in resolved) return [{ name }];
      const { deployments: targets = [{ name }] } = resolved;
      return [...targets];
    },
  );
  const guards = createModelGuards({
    rules: env.BATON_MODEL_LIMITS ?? [],
    store: redis ? createRedisStore(redis) : createMemoryStore(),
    downMs,
    kept: guarded,
  });
  labelConfigured([...chain, ...deployedModels(deployments)]);
  labelConfigured(Object.values(env.BATON_MODEL_ALIASES ?? {}).flat());
  const settings = {
    resolve,
    guardOf: guards.of,
    choose: createChoice(deployments.routingStrategy),
    deadlines: { answerMs, idleMs },
    maximumWaitMs,
    backoffMs,
  };
  return {
    defaultChain: chain,
    missing: (names) =>
      names.flatMap((name) => {
        const resolved = resolve(name);
        return 'missing' in resolved ? [`${name}: ${resolved.missing}`] : [];
      }),
    deploymentsOf(name) {
      const resolved = resolve(name);
      const targets = 'missing' in resolved ? [] : (resolved.deployments ?? []);
      return targets.map(({ provider, deployment }) => ({
        name: deployment?.name ?? '',
        can: abilitiesOf(provider),
      }));
    },
    keepsConversations(name) {
      const resolved = resolve(name);
      return !('missing' in resolved) && resolved.provider.respond !== undefined;
    },
    chat: createFailover(settings),
    embed: createEmbed(settings),
    generateImage: createGenerateImage(settings),
    async status(onError) {
      const standingOf = ({ model, deployment }: ModelGuard) => {
        const resolved = resolve(model);
        const targets = 'missing' in resolved ? [] : (resolved.deployments ?? []);
        const target = targets.find((one) => one.deployment === deployment);
        return { isConfigured: !('missing' in resolved), provider: target?.provider };
      };
      const statuses = guards.all().map((guard) =>
        statusOf(guard, standingOf(guard)).catch((error: unknown) => {
          onError(error);
          return [];
        }),
      );
      return (await Promise.all(statuses)).flat();
    },
  };
}

/**
 * The chain for agents that name none: `BATON_MODELS`, else a model of each provider whose key is set, else the models that
 * deployments name, else the first model of an Ollama server that answers, else the demo model, which never stands in
 * for a real one.
 */
async function defaultChain(env: ModelEnvironment, deployments: Deployments): Promise<ModelName[]> {
  if (env.BATON_MODELS) return env.BATON_MODELS;
  const keyed = defaultModels.filter(({ key }) => env[key]).map(({ name }) => name);
  if (keyed.length > 0) return keyed;
  const deployed = deployedModels(deployments).filter((name) => !/embed/i.test(name));
  if (deployed.length > 0) return deployed;
  const local = await findOllamaModel(env.OLLAMA_HOST);
  return [local === undefined ? demoModel : `ollama:${local}`];
}
