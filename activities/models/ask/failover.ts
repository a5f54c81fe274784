import type { ModelAttempt } from '../../../db/schema/index.ts';
import { allModelsFailed, answerBrokeOff, failureOf, failureOfSkip } from './all-models-failed.ts';
import type { Failure } from './all-models-failed.ts';
import { askDeployments } from './ask-deployments.ts';
import type { DeploymentSettings } from './ask-deployments.ts';
import { deploymentOf } from './ask-model.ts';
import type { Target, Work } from './ask-model.ts';
import { contextWindow } from '../known/context-window.ts';
import { estimateInputTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { ModelGuard } from './model-guard.ts';
import { reactions } from './reactions.ts';
import type { Resolved } from './resolve-model.ts';
import type {
  CallDelayed,
  ModelRouter,
  RouteOptions,
  RoutedRequest,
  StoredConversation,
} from '../router.ts';
import type { ChatRequest, ChatResponse } from '../provider.ts';
import { outputLimit } from '../known/output-limit.ts';

type AttemptError = NonNullable<ModelAttempt['error']>;

/** Tries the models of a chain in order until one answers; which error leads where is in `reactions.ts`. */
export function createFailover(
  settings: DeploymentSettings & { resolve: (name: string) => Resolved },
): ModelRouter['chat'] {
  const { resolve, guardOf } = settings;

  return async (chain, request, options) => {
    const { signal, priority = 'normal', user, runId, conversation } = options;
    const { onDelta, onBegin, onRetry, onIgnored } = options;
    const attempts: ModelAttempt[] = [];
    const failures: Failure[] = [];
    const delays: CallDelayed[] = [];
    const inputTokens = estimateInputTokens(request);
    /** The context window must be larger than this. */
    let tooSmall: number | undefined;
    let before: { model: string; guard: ModelGuard; error: AttemptError } | undefined;

    const { resumeModel } = options.stored ?? {};
    for (const model of resumeModel === undefined ? new Set(chain) : [resumeModel]) {
      signal.throwIfAborted();
      const served = fitting(resolve(model), options);
      const unfit = reasonAgainst(served, model, options, tooSmall);
      if ('missing' in served || unfit) {
        attempts.push({ model, status: 'skipped', ...(unfit && { error: unfit }), durationMs: 0 });
        continue;
      }
      const workOf = (target: Target) =>
        chatWork({ target, request, inputTokens, stored: options.stored });
      const asked = await askDeployments(served, workOf, {
        ...settings,
        isBound: options.stored !== undefined,
        signal,
        priority,
        user,
        ...(onDelta && { onDelta }),
        ...(onBegin && { onBegin }),
        ...(onRetry && { onRetry }),
        ...(onIgnored && { onIgnored }),
        ...(runId !== undefined && { runId }),
        ...(conversation !== undefined && { conversation }),
        async onAsk({ isFirst }) {
          if (isFirst) tellOfFailover(served.name);
          await options.onAsk?.(served.name);
        },
        onAttempt(attempt) {
          attempts.push(attempt);
          if (attempt.status !== 'skipped') options.onAttempt?.(attempt);
        },
      });
      const { target, work } = asked;
      if ('answer' in asked) {
        return { ...asked.answer, model: target.name, ...deploymentOf(target), attempts };
      }
      const guard = guardOf(target.name, target.deployment);
      if ('skipped' in asked) {
        skip(target, asked.skipped.error);
        failures.push(failureOfSkip(target.name, asked.skipped));
        continue;
      }
      if ('delayed' in asked) {
        skip(target, { code: 'BUSY', message: asked.delayed.message });
        delays.push(asked.delayed);
        continue;
      }
      const { failed, isFinal } = asked;
      const failure = failureOf(target.name, failed);
      if (isFinal) {
        throw answerBrokeOff(attempts, failure, { isResumable: work.isBound?.() ?? false });
      }
      failures.push(failure);
      before = {
        model: target.name,
        guard,
        error: { code: failed.code, message: failed.message },
      };
      const { nextModel } = reactions[failed.kind];
      if (nextModel === 'no' || (nextModel === 'if-wanted' && !options.failoverOnContentFilter)) {
        throw allModelsFailed(attempts, failures, { wentToItsEnd: false });
      }
      if (nextModel === 'larger-window') tooSmall = contextWindow(target.name) ?? inputTokens;
    }
    const [soonest] = delays.toSorted((one, other) => one.retryAfterMs - other.retryAfterMs);
    throw soonest ?? allModelsFailed(attempts, failures, { wentToItsEnd: true });

    function skip(target: Target, error: AttemptError): void {
      const attempt = { model: target.name, ...deploymentOf(target), durationMs: 0 };
      attempts.push({ ...attempt, status: 'skipped', error });
      before = { model: target.name, guard: guardOf(target.name, target.deployment), error };
    }

    function tellOfFailover(to: string): void {
      if (!before) return;
      before.guard.record.failedOver(to, before.error.code, options.runId);
      options.onFailover?.({ type: 'failover', from: before.model, to, error: before.error });
    }
  };
}

/** Without the deployments that cannot keep a conversation, where one is kept. */
function fitting(resolved: Resolved, { stored }: RouteOptions): Resolved {
  if ('missing' in resolved || !resolved.deployments || !stored) return resolved;
  const deployments = resolved.deployments.filter(({ provider }) => provider.respond);
  const [first] = deployments;
  return first ? { ...first, deployments } : resolved;
}

function reasonAgainst(
  target: Resolved,
  model: string,
  { stored }: RouteOptions,
  tooSmall: number | undefined,
): AttemptError | undefined {
  if ('missing' in target) return { code: 'NOT_CONFIGURED', message: target.missing };
  if (stored && !target.provider.respond) {
    const message =
      `${target.provider.name} cannot store conversations here: ` +
      "name a model of OpenAI's Responses API, or choose the engine react";
    return { code: 'NOT_STORED', message };
  }
  if (tooSmall === undefined || (contextWindow(model) ?? 0) > tooSmall) return undefined;
  return { code: 'CONTEXT_WINDOW', message: 'its context window is not known to be larger' };
}

type Answer = ChatResponse & { responseId?: string };

/** A chat request to one model, or the next turn of a conversation that its provider keeps. */
function chatWork(call: {
  target: Target;
  request: RoutedRequest;
  inputTokens: number;
  stored: StoredConversation | undefined;
}): Work<Answer> {
  const { target, inputTokens, stored } = call;
  const { provider, model } = target;
  const request = withinLimit({ ...call.request, model }, target.name);
  let begun = stored?.resumeResponseId;
  return {
    estimate: { inputTokens, maximumOutputTokens: request.maximumOutputTokens },
    used: ({ usage }) => usage,
    // A response that was begun is waited for; to ask another model would pay twice.
    isBound: () => begun !== undefined,
    async send(options) {
      if (!stored || !provider.respond) return provider.chat(request, options);
      return provider.respond(request, {
        ...(stored.previousResponseId !== undefined && {
          previousResponseId: stored.previousResponseId,
        }),
        ...(stored.keepOnAbort && { keepOnAbort: stored.keepOnAbort }),
        ...options,
        ...(begun !== undefined && { resumeResponseId: begun }),
        async onBegun(responseId) {
          begun = responseId;
          await stored.onBegun(responseId, target.name);
        },
      });
    },
  };
}

/** One limit goes to all models of a chain: those that can write less would refuse it. */
function withinLimit(request: ChatRequest, name: string): ChatRequest {
  const { maximumOutputTokens } = request;
  if (maximumOutputTokens === undefined) return request;
  const limit = outputLimit(name) ?? maximumOutputTokens;
  return { ...request, maximumOutputTokens: Math.min(maximumOutputTokens, limit) };
}
