import { Context } from '@temporalio/activity';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { untilStored } from '../../../base/until-stored.ts';
import { messagesFor, requestSettings } from '../chat-request.ts';
import type { ModelAnswer } from '../../model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../../router.ts';
import type { RoutedRequest } from '../../router.ts';
import type { CallTerms, Engine, EngineNeeds } from './engine.ts';
import type { Turn } from '../turn.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { withFrame } from '../context/taint-frame.ts';

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
export const openaiResponses: Engine = async (turn, dependencies) => {
  const messages = await messagesFor(turn, dependencies);
  const settings = requestSettings(turn, dependencies);
  return { ask: (terms) => converse({ ...turn, ...terms, messages, settings }, dependencies) };
};

type Kept = Turn & CallTerms & { messages: Recorded; settings: Omit<RoutedRequest, 'messages'> };

async function converse(
  { input, chain, caller, options, recorded, messages: said, settings }: Kept,
  { callModel, steps }: EngineNeeds,
): Promise<ModelAnswer> {
  const { runId, nodePath, step, turn } = input;
  const key = { runId, nodePath, step };
  let begun = begunResponse(recorded);
  try {
    return await ask(nextInput(said, turn));
  } catch (error) {
    if (isUnfinished(error) && begun !== undefined) throw stillWritten();
    if (!isGone(error)) throw error;
    begun = undefined;
    options.onRetry();
    return await ask(wholeInput(said, turn));
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
        await untilStored(() => steps.setInput(key, { responseId, model }));
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
}

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

/** A conversation in its order, as the records hold it. */
type Recorded = readonly { turn: number; message: ChatMessage }[];

/** What the next request of a conversation has to hold; without an id, all that was said. */
type NextInput = { previousResponseId?: string; messages: ChatMessage[] };

/**
 * What to send to a provider that keeps the conversation: only what came after the latest answer that it keeps, and
 * the instructions, which it does not keep. Where it keeps nothing, all is sent.
 *
 * @param turn the one that is asked for: only what came before it counts.
 */
export function nextInput(recorded: Recorded, turn: number): NextInput {
  const { messages } = wholeInput(recorded, turn);
  const last = messages.findLastIndex((message) => responseIdOf(message) !== undefined);
  const previousResponseId = messages[last] && responseIdOf(messages[last]);
  if (previousResponseId === undefined) return { messages };
  const instructions = messages.slice(0, last).filter(({ role }) => role === 'system');
  return { previousResponseId, messages: [...instructions, ...messages.slice(last + 1)] };
}

/** All that was said before a turn: for a provider that does not have the conversation any more. */
export function wholeInput(recorded: Recorded, turn: number): NextInput {
  const earlier = recorded.filter((entry) => entry.turn < turn);
  return { messages: earlier.map(({ message }) => withFrame(message)) };
}

function responseIdOf(message: ChatMessage): string | undefined {
  return message.role === 'assistant' ? message.responseId : undefined;
}
