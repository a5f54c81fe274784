import { ProviderError } from '../../provider.ts';
import type { CallOptions, ChatRequest, ChatResponse, StoredConversation } from '../../provider.ts';
import { brokenStream } from '../wire/broken-stream.ts';
import { readResponse } from './answer.ts';
import type { ReadingContext } from './answer.ts';
import type { ResponsesApi } from './api.ts';
import { followResponse, isBreak } from './follow.ts';
import type { Wait } from './follow.ts';
import { storedBody } from './request.ts';
import { createResponseCollector } from './stream.ts';
import type { ResponseCollector } from './stream.ts';
import { unreadableAnswer } from '../wire/unreadable-answer.ts';

/** How long a cancelled call waits for the provider to hear of it. */
const cancelMs = 5_000;

export type StoredCall = {
  api: ResponsesApi;
  request: ChatRequest;
  options: CallOptions & StoredConversation;
  context: ReadingContext;
  wait: Wait;
};

type StoredAnswer = ChatResponse & { responseId: string };

/**
 * One turn of a conversation that OpenAI keeps. A response that was begun before is waited for; where it is gone
 * or ended without an answer, and where there is none, one is begun.
 */
export async function respondStored(call: StoredCall): Promise<StoredAnswer> {
  return (await resume(call)) ?? (await begin(call));
}

async function resume(call: StoredCall): Promise<StoredAnswer | undefined> {
  const { api, options, context, wait } = call;
  const { signal, onDelta, resumeResponseId: id } = options;
  if (id === undefined) return undefined;
  const collector = createResponseCollector(context, onDelta);
  try {
    const found = await api.retrieve(id, {}, signal).catch(ifNotFound);
    if (!found) return undefined;
    await api.read(found, collector);
    if (endedWithoutAnswer(collector.ended()?.body)) return undefined;
    await followResponse({ api, id, collector, context, signal, wait });
  } catch (error) {
    if (signal.aborted && !isKept(options)) await cancel(api, id);
    throw error;
  }
  return answerOf(id, collector, context);
}

async function begin({ api, request, options, context, wait }: StoredCall): Promise<StoredAnswer> {
  const { signal, onDelta, onBegun, previousResponseId } = options;
  const collector = createResponseCollector(context, onDelta);
  const body = { ...storedBody(request, previousResponseId).body, stream: true };
  let id: string | undefined;
  let isRecorded = false;
  let isInBackground = true;
  const record = async () => {
    if (id !== undefined) return;
    id = collector.id();
    if (id === undefined) return;
    await onBegun(id);
    isRecorded = true;
  };
  try {
    const { answer, sent } = await api.create(body, signal);
    isInBackground = sent.background === true;
    await api.read(answer, collector, record).catch((error: unknown) => {
      if (!isRecorded || !isInBackground || !isBreak(error)) throw error;
    });
    if (id !== undefined && isInBackground) {
      await followResponse({ api, id, collector, context, signal, wait });
    }
  } catch (error) {
    const isOrphan = signal.aborted ? !isKept(options) : !isRecorded;
    if (id !== undefined && isInBackground && isOrphan) await cancel(api, id);
    throw previousResponseId === undefined ? error : (previousNotFound(error, context) ?? error);
  }
  return answerOf(id, collector, context);
}

function answerOf(
  id: string | undefined,
  collector: ResponseCollector,
  context: ReadingContext,
): StoredAnswer {
  const ended = collector.ended();
  if (!ended) throw brokenStream(context.provider);
  const answer = readResponse(ended.body, context);
  if (id === undefined) return unreadableAnswer(context, ended.body);
  return { ...answer, responseId: id };
}

function endedWithoutAnswer(body: unknown): boolean {
  const { status } = Object(body) as { status?: unknown };
  return status === 'failed' || status === 'cancelled';
}

/** A call that took too long is tried again, and then waits for the same response. */
function isKept({ signal, keepOnAbort }: StoredCall['options']): boolean {
  const { name } = Object(signal.reason) as { name?: unknown };
  return name === 'TimeoutError' || (keepOnAbort?.() ?? false);
}

/** Whether it was heard does not change how the call ends. */
async function cancel(api: ResponsesApi, id: string): Promise<void> {
  await api.cancel(id, AbortSignal.timeout(cancelMs)).catch(() => undefined);
}

function ifNotFound(error: unknown): undefined {
  if (Object(error).status !== 404) throw error;
}

/** Servers say in several ways that they do not have the response that this one should follow. */
function previousNotFound(error: unknown, { provider }: ReadingContext): ProviderError | undefined {
  const { status, code, param, message } = Object(error) as Record<string, unknown>;
  const isRefused = status === 400 || status === 404 || error instanceof ProviderError;
  const said = `${String(code)} ${String(param)} ${String(message)}`;
  if (!isRefused || !/previous[ _]response/i.test(said)) return undefined;
  return new ProviderError({
    provider,
    kind: 'invalid_request',
    code: 'previous_response_not_found',
    message: 'the provider no longer has this conversation: send all of it',
  });
}
