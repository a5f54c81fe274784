import { createHash, randomUUID } from 'node:crypto';
import { hasMoreText } from '../../../contracts/base/json-values.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type {
  RequestAnswer,
  RequestContent,
  RequestDoor,
  RequestStatus,
} from '../../../contracts/models/model-request.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import type { ModelRequestRow } from '../../../db/repositories/models/model-requests.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import type { ModelAnswer, ModelCall, ModelCaller } from '../model-caller.ts';
import { createExchanges } from '../providers/wire/exchanges.ts';
import type { Exchanges } from '../providers/wire/exchanges.ts';
import { AllModelsFailed, CallDelayed } from '../router.ts';
import type { RoutedRequest } from '../router.ts';
import { isEnclosed } from '../turn/context/enclosed.ts';

/** Takes a request for the records; nobody waits for it. */
export type KeepRequest = (request: ModelRequestRow) => void;

/**
 * The most that is kept, in characters: of a question, as JSON, and of a body that was sent or received. A longer question is
 * not kept. Those of a run have its whole conversation, which is on record already: kept in full with each turn, a
 * conversation of 200 turns would be stored 100 times over.
 */
const longest = {
  run: { question: 128 * 1024, body: 64 * 1024 },
  gateway: { question: 1024 * 1024, body: 256 * 1024 },
} satisfies Record<RequestDoor, { question: number; body: number }>;
const previewCharacters = 200;

/** Calls of which what was asked, sent, received and answered is kept for people to look at. */
export function keepRequests(next: ModelCaller, keep: KeepRequest): ModelCaller {
  return async (call, options) => {
    const at = new Date();
    const startedAt = performance.now();
    const sinceStart = () => Math.round(performance.now() - startedAt);
    const exchanges = createExchanges(longest[call.caller.source].body);
    const tried: ModelAttempt[] = [];
    let firstMs: number | null = null;
    const { onDelta, onAttempt, signal } = options;
    const watched: typeof options = {
      ...options,
      onAttempt(attempt) {
        tried.push(attempt);
        exchanges.nextAttempt();
        onAttempt?.(attempt);
      },
      ...(onDelta && {
        onDelta(delta) {
          firstMs ??= sinceStart();
          onDelta(delta);
        },
      }),
    };
    const kept = (ended: Ended) =>
      keep(rowOf(call, exchanges, { ...ended, at, firstMs, durationMs: sinceStart() }));
    try {
      const answer = await exchanges.during(() => next(call, watched));
      kept({ status: 'answered', answer, attempts: answer.attempts });
      return answer;
    } catch (error) {
      const attempts = error instanceof AllModelsFailed ? error.attempts : tried;
      const status = signal.aborted ? 'stopped' : 'failed';
      // A call that only waits for its turn is none.
      if (!(error instanceof CallDelayed && attempts.length === 0)) {
        kept({ status, error, attempts });
      }
      throw error;
    }
  };
}

type Ended = {
  status: RequestStatus;
  attempts: readonly ModelAttempt[];
  answer?: ModelAnswer;
  error?: unknown;
};

function rowOf(
  { caller, chain, request }: ModelCall,
  wire: Exchanges,
  ended: Ended & Pick<ModelRequestRow, 'at' | 'firstMs' | 'durationMs'>,
): ModelRequestRow {
  const { callId, source, user, keyId, runId, nodePath, agent } = caller;
  const { at, firstMs, durationMs, status, answer, error, attempts } = ended;
  const { exchanges, leftOut } = wire.all();
  const places = attempts.flatMap((attempt, place) => (attempt.status === 'skipped' ? [] : place));
  const content: RequestContent = {
    chain: [...chain],
    question: questionOf(request, longest[source].question),
    ...(answer && { answer: answerOf(answer) }),
    ...(error !== undefined && { error: errorOf(error, status) }),
    attempts: [...attempts],
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      // Attempts that were passed over have sent nothing; one that was stopped is not among them.
      attempt: places[exchange.attempt] ?? attempts.length,
    })),
    ...(leftOut > 0 && { exchangesLeftOut: leftOut }),
  };
  return {
    id: idOf(callId, error),
    at,
    callId,
    door: source,
    user,
    keyId: keyId ?? null,
    runId: runId ?? null,
    nodePath: nodePath ?? null,
    agent: agent ?? null,
    model: answer?.model ?? attempts.at(-1)?.model ?? chain[0] ?? '',
    status,
    tries: attempts.length,
    inputTokens: answer?.usage.inputTokens ?? null,
    outputTokens: answer?.usage.outputTokens ?? null,
    cachedInputTokens: answer?.usage.cachedInputTokens ?? null,
    reasoningTokens: answer?.usage.reasoningTokens ?? null,
    costUsd: answer?.costUsd ?? null,
    firstMs,
    durationMs,
    preview: previewOf(request.messages),
    content,
  };
}

/** A call that waits for models and asks again and again has one record, of how it went the last time. */
function idOf(callId: string, error: unknown): string {
  const isAskedAgain =
    error instanceof AllModelsFailed && error.retryable && (error.isBusy || error.away.length > 0);
  const name = isAskedAgain
    ? createHash('sha256').update(callId).digest('hex').slice(0, 32)
    : randomUUID().replaceAll('-', '');
  return `req_${name}`;
}

function questionOf(request: RoutedRequest, most: number): RequestContent['question'] {
  return hasMoreText(request, most) || JSON.stringify(request).length > most ? null : request;
}

function answerOf(answer: ModelAnswer): RequestAnswer {
  const { text, toolCalls, finish, usage, isRefusal, ignored } = answer;
  const reasoning = (answer.reasoning ?? []).map((piece) => piece.text).join('\n');
  return {
    text,
    toolCalls,
    ...(reasoning !== '' && { reasoning }),
    finish,
    usage,
    ...(isRefusal && { isRefusal }),
    ...(ignored && { ignored: [...ignored] }),
  };
}

function errorOf(error: unknown, status: RequestStatus): { type: string; message: string } {
  if (status === 'stopped') {
    return { type: 'Stopped', message: 'The call was stopped before its answer was there.' };
  }
  return error instanceof Error
    ? { type: error.name, message: error.message }
    : { type: 'Error', message: String(error) };
}

function previewOf(messages: readonly ChatMessage[]): string {
  const said = messages.filter(({ role, text }) => role === 'user' && text !== '');
  // What an agent remembers stands after its task.
  const asked = said.findLast(({ text }) => !isEnclosed(text, 'memory'));
  const { text = '' } = asked ?? said.at(-1) ?? messages.at(-1) ?? {};
  return cutText(text.slice(0, 2 * previewCharacters).replace(/\s+/g, ' '), previewCharacters);
}
