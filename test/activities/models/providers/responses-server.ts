import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  namedEvents,
  responseEvents,
  responseOf,
  wholeResponse,
} from './wires/openai-responses.ts';
import type { Parts } from './wires/wire.ts';

type Item = { type?: string; role?: string; content?: string; [field: string]: unknown };
type CreateBody = {
  input: Item[];
  instructions?: string;
  previous_response_id?: string;
  background?: boolean;
  store?: boolean;
  stream?: boolean;
  reasoning?: { summary?: string };
};

/** A response at work: as much of its events as was let out, and who listens to them. */
type Kept = {
  id: string;
  status: 'in_progress' | 'completed' | 'cancelled' | 'failed';
  parts: Parts;
  events: object[];
  released: number;
  conversation: Item[];
  listeners: Set<() => void>;
};

/** What a server may not know or not want. */
type Refusal = 'background' | 'summary' | 'stream of a kept response' | 'stream';

const refusals: Partial<Record<Refusal, object>> = {
  background: {
    message: 'Background mode is not available for this organization.',
    type: 'invalid_request_error',
    param: 'background',
    code: 'unsupported_parameter',
  },
  summary: {
    message: 'Your organization must be verified to generate reasoning summaries.',
    type: 'invalid_request_error',
    param: 'reasoning.summary',
    code: 'unsupported_value',
  },
};

/**
 * A server on this machine that keeps responses as OpenAI does, until the test ends: it goes on in a conversation
 * by the id of its last response, works in the background, streams again from any event on, and cancels.
 *
 * @param settings.answer what the model says, given everything that was said before.
 * @param settings.hold how many events of a response come by themselves; the others wait for `release`.
 */
export async function startResponsesServer(settings: {
  answer: (conversation: Item[]) => Parts;
  hold?: number;
  refuses?: Refusal[];
}) {
  const { answer, hold = Infinity, refuses = [] } = settings;
  const kept = new Map<string, Kept>();
  const received: { method: string; path: string; body: CreateBody }[] = [];

  function begin(body: CreateBody): Kept {
    const previous = kept.get(body.previous_response_id ?? '');
    const id = `resp_${kept.size + 1}`;
    const conversation = [...(previous?.conversation ?? []), ...body.input];
    const parts = answer(conversation);
    const events = responseEvents(parts, { id });
    const released = Math.min(hold, events.length);
    const status = released === events.length ? 'completed' : 'in_progress';
    const said = (wholeResponse(parts) as { output: Item[] }).output;
    const response: Kept = {
      id,
      status,
      parts,
      events,
      released,
      conversation: [...conversation, ...said],
      listeners: new Set(),
    };
    kept.set(id, response);
    return response;
  }

  function snapshot({ id, status, parts }: Kept): object {
    if (status === 'completed') return wholeResponse(parts, { id });
    const error = status === 'failed' ? { code: 'server_error', message: 'It broke' } : null;
    return responseOf({ id, status, error });
  }

  function stream(response: ServerResponse, of: Kept, after: number): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = after + 1;
    const send = () => {
      response.write(namedEvents(of.events.slice(sent, of.released)));
      sent = Math.max(sent, of.released);
      if (of.status !== 'in_progress') response.end();
    };
    of.listeners.add(send);
    response.on('close', () => of.listeners.delete(send));
    send();
  }

  function create(body: CreateBody, response: ServerResponse): void {
    const previous = body.previous_response_id;
    if (body.background && refuses.includes('background')) {
      return json(response, 400, { error: refusals.background });
    }
    if (body.reasoning?.summary && refuses.includes('summary')) {
      return json(response, 400, { error: refusals.summary });
    }
    if (previous !== undefined && !kept.has(previous)) {
      const error = {
        message: `Previous response with id '${previous}' not found.`,
        type: 'invalid_request_error',
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      };
      return json(response, 400, { error });
    }
    const begun = begin(body);
    if (!body.stream || refuses.includes('stream')) return json(response, 200, snapshot(begun));
    return stream(response, begun, -1);
  }

  function retrieve(url: URL, response: ServerResponse): void {
    const found = kept.get(url.pathname.split('/').at(-1)!);
    if (!found) return json(response, 404, { error: { message: 'Response not found.' } });
    if (url.searchParams.get('stream') !== 'true') return json(response, 200, snapshot(found));
    if (refuses.includes('stream of a kept response')) {
      return json(response, 400, { error: { message: 'It was not created with stream=true.' } });
    }
    return stream(response, found, Number(url.searchParams.get('starting_after') ?? -1));
  }

  function end(id: string, status: Kept['status']): void {
    const found = kept.get(id)!;
    if (found.status !== 'in_progress') return;
    found.status = status;
    if (status === 'completed') found.released = found.events.length;
    for (const listener of found.listeners) listener();
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '' } = request;
    const body: CreateBody = text ? JSON.parse(text) : {};
    received.push({ method, path, body });
    const url = new URL(path, 'http://localhost');
    if (method === 'GET') return retrieve(url, response);
    if (url.pathname === '/v1/responses') return create(body, response);
    const id = url.pathname.split('/').at(-2)!;
    end(id, 'cancelled');
    return json(response, 200, snapshot(kept.get(id)!));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    /** What was asked of the model, in order. */
    created: () => received.filter(({ path }) => path === '/v1/responses').map(({ body }) => body),
    statusOf: (id: string) => kept.get(id)?.status,
    /** Lets a response go on to its end. */
    release: (id: string) => end(id, 'completed'),
    /** Ends a response by an error of the server. */
    fail: (id: string) => end(id, 'failed'),
    forget: (id: string) => kept.delete(id),
    /** Breaks every connection; responses go on. */
    disconnect: () => server.closeAllConnections(),
    stop,
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
