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
import { labelConfigured, labelAnswered } from './observation/model-label.ts';
import type { ModelProvider, ImageResponse, EmbeddingResponse } from '../provider.ts';
import type { DemoAnswer } from '../providers/demo/answer.ts';
import { createResolver } from './resolve-model.ts';
import type { EmbeddingRouter, ImageRouter, ModelRouter, RouteOptions } from '../router.ts';
import { defaultModels, demoModel } from './default-models.ts';
import { findOllamaModel } from '../providers/ollama-models.ts';
import type { ModelName } from '../model-name.ts';
import { estimateTextTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import { allModelsFailed, failureOf, failureOfSkip } from './all-models-failed.ts';
import type { Failure } from './all-models-failed.ts';
import { askModel } from './ask-model.ts';
import type { AskSettings, Target, Work } from './ask-model.ts';
import type { ModelGuard } from './model-guard.ts';
import type { Resolved } from './resolve-model.ts';

const noEmbeddings = {
  code: 'NO_EMBEDDINGS',
  message:
    'this provider has no embedding models; use another one, such as openai:text-embedding-3-small',
};

/** Whose models read the token ids that OpenAI's clients make. */
const tokenReaders: readonly string[] = ['openai'];

const noTokens = {
  code: 'NO_TOKENS',
  message:
    'token ids are those of OpenAI, which this provider cannot read; send texts (in LangChain: check_embedding_ctx_length=False)',
};

/** Asks one model for vectors. */
export function createEmbed(settings: NamedModelSettings): EmbeddingRouter['embed'] {
  return (name, request, options) =>
    askNamedModel<EmbeddingResponse>(
      name,
      ({ provider, model }) => {
        const embed = provider.embed?.bind(provider);
        if (!embed) return noEmbeddings;
        const { tokens } = request;
        if (tokens && !tokenReaders.includes(provider.name)) return noTokens;
        const estimated = tokens ? tokens.flat().length : estimateTextTokens(request.texts);
        return {
          estimate: { inputTokens: estimated, maximumOutputTokens: 0 },
          used: ({ inputTokens }) => ({ inputTokens, outputTokens: 0 }),
          send: (call) => embed({ ...request, model }, call),
        };
      },
      { ...settings, ...options },
    );
}

const noImages = { code: 'NOT_CONFIGURED', message: 'this provider cannot generate images' };

/** Asks one model for an image. */
export function createGenerateImage(settings: NamedModelSettings): ImageRouter['generateImage'] {
  return (name, request, options) =>
    askNamedModel<ImageResponse>(
      name,
      ({ provider, model }) => {
        const generate = provider.generateImage?.bind(provider);
        if (!generate) return noImages;
        return {
          estimate: { inputTokens: estimateTextTokens([request.prompt]) },
          used: ({ usage }) => usage,
          send: (call) => generate({ ...request, model }, call),
        };
      },
      { ...settings, ...options },
    );
}

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
    keepsConversations(name) {
      const resolved = resolve(name);
      return !('missing' in resolved) && resolved.provider.respond !== undefined;
    },
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

/**
 * The chain for agents that name none: `BATON_MODELS`, else a model of each provider whose key is set, else the first
 * model of an Ollama server that answers, else the demo model, which never stands in for a real one.
 */
async function defaultChain(env: ModelEnvironment): Promise<ModelName[]> {
  if (env.BATON_MODELS) return env.BATON_MODELS;
  const keyed = defaultModels.filter(({ key }) => env[key]).map(({ name }) => name);
  if (keyed.length > 0) return keyed;
  const local = await findOllamaModel(env.OLLAMA_HOST);
  return [local === undefined ? demoModel : `ollama:${local}`];
}

type NamedModelSettings = AskSettings & {
  resolve: (name: string) => Resolved;
  guardOf: (name: string) => ModelGuard;
};

/** Why a provider cannot do what it is asked for. */
type Unable = { code: string; message: string };

/**
 * Asks the one model that a request names, within its limits and behind its breaker; no other stands in for it.
 * @param workOf what is sent to the model, or why its provider cannot do that.
 * @throws {AllModelsFailed} when it did not answer: it says what was tried.
 * @throws {CallDelayed} when it has a long queue: call again later.
 */
async function askNamedModel<Answer>(
  model: string,
  workOf: (target: Target) => Work<Answer> | Unable,
  options: NamedModelSettings & Pick<RouteOptions, 'signal' | 'priority' | 'user'>,
): Promise<Answer & { model: ModelName }> {
  const { resolve, guardOf, priority = 'normal' } = options;
  const attempts: ModelAttempt[] = [];
  const onAttempt = (attempt: ModelAttempt) => void attempts.push(attempt);
  const failed = (...failures: Failure[]) =>
    allModelsFailed(attempts, failures, { wentToItsEnd: true });
  const skipped = (name: string, error: Unable, ...failures: Failure[]) => {
    onAttempt({ model: name, status: 'skipped', error, durationMs: 0 });
    return failed(...failures);
  };

  const target = resolve(model);
  if ('missing' in target) {
    throw skipped(model, { code: 'NOT_CONFIGURED', message: target.missing });
  }
  const work = workOf(target);
  if ('code' in work) throw skipped(model, work);
  const { name } = target;
  const asked = await askModel(target, guardOf(name), work, { ...options, priority, onAttempt });
  if ('delayed' in asked) throw asked.delayed;
  if ('failed' in asked) throw failed(failureOf(name, asked.failed));
  if ('skipped' in asked) {
    throw skipped(name, asked.skipped.error, failureOfSkip(name, asked.skipped));
  }
  labelAnswered(name);
  return { ...asked.answer, model: name };
}
