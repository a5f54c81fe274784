import type { ResponseRetrieveParamsBase as RetrieveQuery } from 'openai/resources/responses/responses';
import { ProviderError } from '../../provider.ts';
import { brokenStream } from '../wire/broken-stream.ts';
import { isEventStream } from '../wire/http-answer.ts';
import type { ReadingContext } from './answer.ts';
import type { ResponsesApi } from './api.ts';
import type { ResponseCollector } from './stream.ts';

/** Between two looks at a response, and before a broken stream is taken up again. */
const pauseMs = { first: 500, longest: 10_000 };
const pauseGrowth = 1.5;
/** Looks in a row that failed, or streams that broke before their first event. */
const mostBreaks = 5;
const passingStatuses = new Set([408, 409, 429]);

/** Resolves after so many milliseconds; rejects when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

type Following = {
  api: ResponsesApi;
  id: string;
  collector: ResponseCollector;
  context: ReadingContext;
  signal: AbortSignal;
  wait: Wait;
};

/**
 * Waits for a response that runs in the background until it has ended: takes up its stream after the last event, or
 * looks at it from time to time where the server does not stream it again.
 *
 * @throws {ProviderError} transient, when it cannot be followed for now; the response itself goes on.
 * @throws what the client throws where the server refuses.
 */
export async function followResponse(following: Following): Promise<void> {
  const { collector, context, signal, wait } = following;
  const look = createLook(following);
  let pause = pauseMs.first;
  let breaks = 0;
  while (!collector.ended()) {
    const before = collector.lastSequenceNumber();
    const isBroken = await look().then(
      () => false,
      (error: unknown) => {
        signal.throwIfAborted();
        if (!isBreak(error)) throw error;
        return true;
      },
    );
    if (collector.ended()) return;
    const hasMore = collector.lastSequenceNumber() !== before;
    breaks = isBroken && !hasMore ? breaks + 1 : 0;
    if (breaks === mostBreaks) throw brokenStream(context.provider);
    pause = hasMore ? pauseMs.first : Math.min(pause * pauseGrowth, pauseMs.longest);
    await wait(pause, signal);
  }
}

function createLook({ api, id, collector, context, signal }: Following): () => Promise<void> {
  // Without numbers, a stream could only be had from its start again.
  let streams = collector.isNew() || collector.lastSequenceNumber() !== undefined;

  async function retrieve(query: RetrieveQuery): Promise<Response> {
    try {
      return await api.retrieve(id, query, signal);
    } catch (error) {
      if (statusOf(error) === 404) throw goneResponse(context.provider);
      throw error;
    }
  }

  async function takeUpStream(): Promise<void> {
    const last = collector.lastSequenceNumber();
    const after = last !== undefined && { starting_after: last };
    const answer = await retrieve({ stream: true, ...after }).catch((error: unknown) => {
      if (statusOf(error) !== 400) throw error;
    });
    streams = answer !== undefined && isEventStream(answer);
    if (answer) await api.read(answer, collector);
  }

  return async () => {
    const last = collector.lastSequenceNumber();
    if (streams) await takeUpStream();
    if (collector.ended() || collector.lastSequenceNumber() !== last) return;
    await api.read(await retrieve({}), collector);
  };
}

function statusOf(error: unknown): unknown {
  return (Object(error) as { status?: unknown }).status;
}

/** Asked again, a response that is gone is begun anew. */
function goneResponse(provider: string): ProviderError {
  return new ProviderError({
    provider,
    kind: 'transient',
    code: 'RESPONSE_GONE',
    message: 'the provider lost the response before it was complete',
  });
}

/** Whether the connection or the server failed for now, so that the same can be asked again. */
export function isBreak(error: unknown): boolean {
  if (error instanceof ProviderError) return false;
  const status = statusOf(error);
  return typeof status !== 'number' || passingStatuses.has(status) || status >= 500;
}
