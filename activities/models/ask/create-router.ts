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
import { askDeployments } from './ask-deployments.ts';
import type { ModelGuard } from './model-guard.ts';
import type { DeploymentSettings } from './ask-deployments.ts';
import { deploymentOf } from './ask-model.ts';
import type { Target, Work } from './ask-model.ts';
import { createChoice } from '../deployments/choose.ts';
import { noDeployments } from '../deployments/deployment.ts';
import type { Deployments } from '../deployments/deployment.ts';
import { deployedModels, deployedPatterns } from '../deployments/served-models.ts';
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
): Promise<ModelRouter & EmbeddingRouter & ImageRouter & ModelStatuses> {
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

type NamedModelSettings = DeploymentSettings & { resolve: (name: string) => Resolved };

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
): Promise<Answer & { model: ModelName; deployment?: string }> {
  const { resolve, priority = 'normal' } = options;
  const attempts: ModelAttempt[] = [];
  const onAttempt = (attempt: ModelAttempt) => void attempts.push(attempt);
  const failed = (...failures: Failure[]) =>
    allModelsFailed(attempts, failures, { wentToItsEnd: true });
  const skipped = (name: string, error: Unable, ...failures: Failure[]) => {
    onAttempt({ model: name, status: 'skipped', error, durationMs: 0 });
    return failed(...failures);
  };

  const served = resolve(model);
  if ('missing' in served) {
    throw skipped(model, { code: 'NOT_CONFIGURED', message: served.missing });
  }
  const works = (served.deployments ?? [served]).map((target) => ({
    target,
    work: workOf(target),
  }));
  const able = works.filter(({ work }) => !('code' in work)) as {
    target: Target;
    work: Work<Answer>;
  }[];
  const [first] = able;
  if (!first) throw skipped(model, works[0]!.work as Unable);
  const { name } = first.target;
  const deployments = served.deployments && able.map(({ target }) => target);
  const asked = await askDeployments(
    { ...first.target, ...(deployments && { deployments }) },
    (target) => able.find((one) => one.target.deployment === target.deployment)!.work,
    { ...options, priority, onAttempt },
  );
  if ('delayed' in asked) throw asked.delayed;
  if ('failed' in asked) throw failed(failureOf(name, asked.failed));
  if ('skipped' in asked) {
    throw skipped(name, asked.skipped.error, failureOfSkip(name, asked.skipped));
  }
  labelAnswered(name);
  return { ...asked.answer, model: name, ...deploymentOf(asked.target) };
}
