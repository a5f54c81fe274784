import OpenAI from 'openai';
import { Stream } from 'openai/core/streaming';
import type {
  ResponseCreateParamsBase as Body,
  ResponseRetrieveParamsBase as RetrieveQuery,
} from 'openai/resources/responses/responses';
import { clientOptions } from '../wire/client-options.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';
import { keptFetch } from '../wire/exchanges.ts';
import { isEventStream } from '../wire/http-answer.ts';
import type { ResponseCollector } from './stream.ts';

type OptionalPart = { named: RegExp; isIn(body: Body): boolean; without(body: Body): Body };

/** What a server may refuse with a 400 that names it, where the request is answered without it. */
const optionalParts: OptionalPart[] = [
  {
    named: /\bbackground\b/i,
    isIn: ({ background }) => background === true,
    without: (body) => leaveOut(body, 'background'),
  },
  {
    named: /\bencrypted[ _]content\b/i,
    isIn: ({ include }) => Boolean(include?.length),
    without: (body) => leaveOut(body, 'include'),
  },
  {
    // Organizations that are not verified get no summaries.
    named: /\breasoning[ ._]summar/i,
    isIn: ({ reasoning }) => Boolean(reasoning?.summary),
    without: ({ reasoning, ...body }) =>
      reasoning?.effort ? { ...body, reasoning: { effort: reasoning.effort } } : body,
  },
];

/** The requests of the Responses API. Each is sent once and throws what the `openai` client throws. */
export type ResponsesApi = ReturnType<typeof createResponsesApi>;

/** @param settings.baseUrl with the version; left out, OpenAI's own. */
export function createResponsesApi({ apiKey, baseUrl }: ResponsesApiSettings) {
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl ?? null,
    adminAPIKey: null,
    fetch: keptFetch([apiKey]),
    ...clientOptions,
  });
  const { responses } = client;
  const refused = new Map<unknown, Set<OptionalPart>>();

  return {
    /**
     * Asks for a response, without the optional parts that the server refuses for this model.
     * @returns the answer, unread, and what was sent at last.
     */
    async create(wanted: Body, signal: AbortSignal): Promise<{ answer: Response; sent: Body }> {
      const known = refused.get(wanted.model) ?? new Set();
      refused.set(wanted.model, known);
      let sent = [...known].reduce((body, part) => part.without(body), wanted);
      for (;;) {
        try {
          return { answer: await responses.create(sent, { signal }).asResponse(), sent };
        } catch (error) {
          const part = refusedPart(error, sent);
          if (!part) throw error;
          known.add(part);
          sent = part.without(sent);
        }
      }
    },

    /** Asks for a response that exists, whole or as the events after `starting_after`. */
    retrieve(id: string, query: RetrieveQuery, signal: AbortSignal): Promise<Response> {
      return responses.retrieve(id, query, { signal }).asResponse();
    },

    /** Stops a response that runs in the background; one that has ended stays as it is. */
    async cancel(id: string, signal: AbortSignal): Promise<void> {
      await responses.cancel(id, { signal });
    },

    /**
     * Reads an answer into the collector, until the response has ended or nothing more comes.
     *
     * @param heard is waited for after each event.
     */
    async read(
      answer: Response,
      collector: ResponseCollector,
      heard: () => Promise<void> = async () => undefined,
    ): Promise<void> {
      if (!isEventStream(answer)) {
        collector.takeWhole(foreignJson(await answer.text()));
        return heard();
      }
      for await (const event of eventsOf(answer, client)) {
        collector.take(event);
        await heard();
        if (collector.ended()) return;
      }
    },
  };
}

export type ResponsesApiSettings = { apiKey: string; baseUrl: string | undefined };

function refusedPart(error: unknown, body: Body): OptionalPart | undefined {
  const { status, param, message } = Object(error) as Record<string, unknown>;
  if (status !== 400) return undefined;
  const said = `${String(param)} ${String(message)}`;
  return optionalParts.find((part) => part.isIn(body) && part.named.test(said));
}

function leaveOut(body: Body, name: 'background' | 'include'): Body {
  const { [name]: _, ...rest } = body;
  return rest;
}

/** The events of an answer, each parsed, those that carry an error too. */
function eventsOf(answer: Response, client: OpenAI): AsyncIterable<unknown> {
  return Stream.fromSSEResponse(answer, new AbortController(), client, false, 'events');
}
