import { estimateTextTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import type { ModelName } from '../model-name.ts';
import type { EmbeddingResponse, ImageResponse } from '../provider.ts';
import type { EmbeddingRouter, ImageRouter, RouteOptions } from '../router.ts';
import { allModelsFailed, failureOf, failureOfSkip } from './all-models-failed.ts';
import type { Failure } from './all-models-failed.ts';
import { askDeployments } from './ask-deployments.ts';
import type { DeploymentSettings } from './ask-deployments.ts';
import { deploymentOf } from './ask-model.ts';
import type { Target, Work } from './ask-model.ts';
import { labelAnswered } from './observation/model-label.ts';
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
