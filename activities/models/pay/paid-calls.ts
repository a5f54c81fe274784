import { randomUUID } from 'node:crypto';
import { untilStored } from '../../base/until-stored.ts';
import type { ModelCallRepository } from '../../../db/repositories/models/model-calls.ts';
import {
  estimateInputTokens,
  estimateOutputTokens,
} from '../../../contracts/models/estimate-tokens.ts';
import type { ModelCall, ModelCaller } from '../model-caller.ts';
import type { ModelRouter, StoredConversation, RouteOptions } from '../router.ts';
import type { Payments } from './payments.ts';

/** An answer that is cut earlier is of no use. */
const leastOutput = 256;
/** Beyond what estimates are known to miss: code and rare languages take more tokens. */
const margin = 1.2;

/**
 * Calls that are paid: what a call may cost at most is set aside before it is sent, in all of its budgets, and its
 * output is limited to that where it is less than the model can write; its answer is booked. A call that is aborted
 * under way, or breaks off after its answer began, is booked by estimate, also where it is asked again and answered then:
 * providers bill what was read and written. Any other that fails gives back what was set aside and is not booked.
 */
export function payForCalls({
  router,
  payments,
  modelCalls,
}: {
  router: Pick<ModelRouter, 'chat'>;
  payments: Payments;
  modelCalls: Pick<ModelCallRepository, 'latestTokens'>;
}): ModelCaller {
  /** Tokens of what the provider keeps of the conversation, which it reads and bills again. */
  async function keptTokens({ caller }: ModelCall, stored: StoredConversation | undefined) {
    const { runId, nodePath } = caller;
    if (!stored?.previousResponseId || !runId || !nodePath) return 0;
    return modelCalls.latestTokens(runId, nodePath);
  }

  return async (call, options) => {
    const { caller, chain, request } = call;
    const { priority, user, runId } = caller;
    const conversation = conversationOf(call);
    const { signal, onFailover, stored } = options;
    const { maximumOutputTokens: wantedOutput } = request;
    const inputTokens = estimateInputTokens(request) + (await keptTokens(call, stored));
    const grant = await payments.reserve({
      caller,
      chain,
      size: {
        inputTokens: Math.ceil(inputTokens * margin),
        ...(wantedOutput !== undefined && { wantedOutput }),
        leastOutput: Math.min(leastOutput, wantedOutput ?? leastOutput),
      },
      wasSent: stored?.resumeResponseId !== undefined,
      signal,
      ...(onFailover && { onFailover }),
    });
    const { maximumOutput = request.maximumOutputTokens } = grant;
    const paid = {
      ...request,
      ...(maximumOutput !== undefined && { maximumOutputTokens: maximumOutput }),
    };
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    /** Nothing that goes wrong with it is to change how the call ends. */
    async function bookBroken({ model, outputTokens }: Broken): Promise<void> {
      const estimate = { inputTokens, outputTokens };
      const id = caller.requestId?.() ?? randomUUID();
      const brokenOff = { id, model, estimate, durationMs: duration() };
      await untilStored(() => payments.settleBroken(grant, caller, brokenOff)).catch(
        () => undefined,
      );
    }
    const { watched, over } = watchCall(options, bookBroken);
    const response = await router
      .chat(grant.chain, paid, {
        ...watched,
        priority,
        user,
        runId,
        ...(conversation !== undefined && { conversation }),
      })
      .catch(async (error: unknown) => {
        await over({ isAnswered: false });
        await payments.release(caller);
        throw error;
      });
    const { model, deployment, usage } = response;
    const estimate = { inputTokens, outputTokens: estimateOutputTokens(response) };
    const answer = { model, deployment, usage, estimate, durationMs: duration() };
    const costUsd = await untilStored(() => payments.settle(grant, caller, answer));
    await over({ isAnswered: true });
    return { ...response, attempts: [...grant.skipped, ...response.attempts], costUsd };
  };
}

/** What the provider's cache is looked up by: the client's own key, or the agent or node of a run. */
function conversationOf({ caller, request }: ModelCall): string | undefined {
  const key = request.parameters?.prompt_cache_key;
  if (typeof key === 'string') return key;
  const { runId, nodePath } = caller;
  return runId && nodePath ? `${runId}/${nodePath}` : undefined;
}

/** What a request had come to that ended without an answer: who was asked, and about how much was written. */
type Broken = { model: string; outputTokens: number };

/**
 * Watches a call, so that what a provider bills is known when an answer does not come to its end.
 * @param book is given each request that is billed though it was not answered, before another goes out.
 * @returns options to make the call with, and `over`, to be called at its end.
 */
function watchCall(
  options: Omit<RouteOptions, 'priority'>,
  book: (broken: Broken) => Promise<void>,
): {
  watched: Omit<RouteOptions, 'priority'>;
  over(end: { isAnswered: boolean }): Promise<void>;
} {
  const { signal, onDelta, onAsk, onAttempt, stored } = options;
  let model: string | undefined;
  let isUnderWay = false;
  let isBegun = stored?.resumeResponseId !== undefined;
  let written: string[] = [];
  let unbooked: Broken[] = [];
  const soFar = (name: string): Broken => ({
    model: name,
    outputTokens: estimateOutputTokens({ text: written.join(''), toolCalls: [] }),
  });
  async function bookAll(): Promise<void> {
    const all = unbooked;
    unbooked = [];
    for (const broken of all) await book(broken);
  }
  return {
    watched: {
      ...options,
      async onAsk(asked) {
        if (unbooked.length > 0) await bookAll();
        if (onAsk) await onAsk(asked);
        model = asked;
        isUnderWay = true;
        if (!stored) isBegun = false;
        written = [];
      },
      onBegin() {
        if (!stored) isBegun = true;
      },
      onAttempt(attempt) {
        isUnderWay = false;
        if (!stored && isBegun && attempt.status === 'failed') unbooked.push(soFar(attempt.model));
        onAttempt?.(attempt);
      },
      ...(onDelta && {
        onDelta(delta) {
          written.push(textOf(delta));
          onDelta(delta);
        },
      }),
      ...(stored && {
        stored: {
          ...stored,
          async onBegun(...begun) {
            isBegun = true;
            await stored.onBegun(...begun);
          },
        },
      }),
    },
    async over({ isAnswered }) {
      if (!isAnswered && model !== undefined && isLost()) unbooked.push(soFar(model));
      await bookAll();
    },
  };

  /** Whether what was under way at the end is billed. */
  function isLost(): boolean {
    const isStopped = signal.aborted && isUnderWay;
    // A response that its provider goes on with is waited for again, and booked then.
    return stored
      ? isStopped && isBegun && !stored.keepOnAbort?.()
      : isStopped || (isUnderWay && written.length > 0);
  }
}

function textOf(delta: Parameters<NonNullable<RouteOptions['onDelta']>>[0]): string {
  if (delta.type === 'tool-call-start') return delta.name;
  return delta.type === 'tool-call-delta' ? delta.arguments : delta.text;
}
