import { Context } from '@temporalio/activity';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { messagesFor, requestSettings } from '../chat-request.ts';
import type { ModelAnswer } from '../../model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../../router.ts';
import type { Engine } from './engine.ts';
import { nextInput, wholeInput } from './native-conversation.ts';
import type { NextInput } from './native-conversation.ts';

/** How long a response is left to itself that took longer than a try may. */
const lookAgainMs = 2_000;

/** The models of a chain whose provider keeps conversations. */
function nativeModels(chain: readonly string[]): string[] {
  return chain.filter((name) => name.startsWith('openai:'));
}

/**
 * OpenAI keeps the conversation and is sent what is new. The id of an answer is on record before it is waited
 * for, so that a try that follows a crash waits for the same one and pays nothing twice.
 * @throws {CallDelayed} when the answer takes longer than a try may: it goes on being written.
 */
export const openaiResponses: Engine = async (call, dependencies) => {
  const { callModel, steps, tools } = dependencies;
  const { input, conversation, caller, chain, options, earlier } = call;
  const { runId, nodePath, step, turn } = input;
  const key = { runId, nodePath, step };
  const recorded = await messagesFor(input, conversation, dependencies);
  const settings = requestSettings(conversation, input, { tools });
  let begun = begunResponse(earlier?.input ?? null);
  try {
    return await ask(nextInput(recorded, turn));
  } catch (error) {
    if (isUnfinished(error) && begun !== undefined) throw stillWritten();
    if (!isGone(error)) throw error;
    begun = undefined;
    options.onRetry();
    return await ask(wholeInput(recorded, turn));
  }

  function ask({ messages, previousResponseId }: NextInput): Promise<ModelAnswer> {
    const request = { messages, ...settings };
    const stored = {
      ...(previousResponseId !== undefined && { previousResponseId }),
      ...(begun !== undefined && {
        resumeResponseId: begun.responseId,
        resumeModel: begun.model,
      }),
      async onBegun(responseId: string, model: string) {
        begun = { responseId, model };
        await steps.setInput(key, begun);
      },
      keepOnAbort: () => !isCancelled(),
    };
    return callModel({ caller, chain: nativeModels(chain), request }, { ...options, stored });
  }

  /** Whether the time of the try, or of one request in it, was up. */
  function isUnfinished(error: unknown): boolean {
    if (isCancelled()) return false;
    const isLate = error instanceof AllModelsFailed && hasCode(error, 'TIMEOUT');
    return isLate || options.signal.aborted;
  }
};

function stillWritten(): CallDelayed {
  return new CallDelayed('The answer is still being written.', { retryAfterMs: lookAgainMs });
}

function isCancelled(): boolean {
  return Context.current().cancellationDetails?.cancelRequested ?? false;
}

/** The response that a step has begun, as `onBegun` recorded it. */
function begunResponse(recorded: Json): { responseId: string; model: string } | undefined {
  const { responseId, model } = isJsonObject(recorded) ? recorded : {};
  return typeof responseId === 'string' && typeof model === 'string'
    ? { responseId, model }
    : undefined;
}

/** Whether the provider no longer has the conversation. */
function isGone(error: unknown): boolean {
  return error instanceof AllModelsFailed && hasCode(error, 'previous_response_not_found');
}

function hasCode({ attempts }: AllModelsFailed, code: string): boolean {
  return attempts.some(({ error }) => error?.code === code);
}
