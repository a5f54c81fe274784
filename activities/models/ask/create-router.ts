import type { Redis } from 'ioredis';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { AliasEnvironment } from './aliases.ts';
import { defaultChain } from './default-chain.ts';
import { createEmbed } from './embed.ts';
import type { ModelEnvironment } from '../env.ts';
import { createGenerateImage } from './generate-image.ts';
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
import type { EmbeddingRouter, ImageRouter, ModelRouter } from '../router.ts';

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
): Promise<ModelRouter & EmbeddingRouter & ImageRouter & ModelStatuses> {
  const { redis, maximumWaitMs = 5_000, backoffMs = 500, downMs = 60_000 } = options;
  const { answerMs = 120_000, idleMs = 60_000 } = options;
  const resolve = await createResolver(env, options);
  const chain = await defaultChain(env);
  const guards = createModelGuards({
    rules: env.BATON_MODEL_LIMITS ?? [],
    store: redis ? createRedisStore(redis) : createMemoryStore(),
    downMs,
    kept: [...new Set(chain)],
  });
  labelConfigured([...chain, ...Object.values(env.BATON_MODEL_ALIASES ?? {}).flat()]);
  const settings = {
    resolve,
    guardOf: guards.of,
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
    chat: createFailover(settings),
    embed: createEmbed(settings),
    generateImage: createGenerateImage(settings),
    async status(onError) {
      const isConfigured = (name: string) => !('missing' in resolve(name));
      const statuses = guards.all().map((guard) =>
        statusOf(guard, { isConfigured: isConfigured(guard.name) }).catch((error: unknown) => {
          onError(error);
          return [];
        }),
      );
      return (await Promise.all(statuses)).flat();
    },
  };
}
