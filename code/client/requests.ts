import type { z } from 'zod';
import { problemSchema } from '../../contracts/api/problems.ts';
import { NoAnswerInTime, RequestRefused, ServerUnreachable, UnexpectedAnswer } from './errors.ts';

export type Query = Record<string, string | number | undefined>;
export type Sending = {
  body?: { text: string; type: string };
  headers?: Record<string, string>;
  /** How long an answer is waited for, in milliseconds. */
  patienceMs?: number;
  /** Whether the body may come for as long as it takes, once the answer has begun. */
  isLong?: boolean;
  signal?: AbortSignal;
};

export type Connection = {
  /** Without a slash at the end. */
  address: string;
  /** Left out in a page of the same server, whose cookie says who asks. */
  key?: string | undefined;
  /** @default that of the platform */
  fetch?: typeof fetch | undefined;
};

const answerMs = 60_000;
/** Longer: a file may hold years before its first line is known. */
const downloadMs = 15 * 60_000;

/**
 * Requests to a server, with a key. Each throws {@link ServerUnreachable} when nobody answers, {@link NoAnswerInTime}
 * when that takes too long, {@link RequestRefused} with the server's own words when it refuses, and
 * {@link UnexpectedAnswer} when it is not Baton.
 */
export function createRequests({ address, key, fetch: ask = fetch }: Connection) {
  return { send, download, stream };

  async function send<Schema extends z.ZodType>(
    schema: Schema,
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    path: string,
    options: Sending = {},
  ): Promise<z.output<Schema>> {
    const response = await request(method, path, options);
    const answer: unknown = await response.json().catch(() => undefined);
    // `/ready` answers in its own form even when something is missing.
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw refusalOf(answer, `${method} ${path}`, response);
  }

  /** A file, as it comes. */
  async function download(path: string, query: Query = {}): Promise<NonNullable<Response['body']>> {
    return stream(`${path}${queryText(query)}`, { patienceMs: downloadMs });
  }

  /** A body for as long as it takes. */
  async function stream(path: string, options: Sending): Promise<NonNullable<Response['body']>> {
    const response = await request('GET', path, { ...options, isLong: true });
    if (response.ok && response.body) return response.body;
    throw refusalOf(await response.json().catch(() => undefined), `GET ${path}`, response);
  }

  function refusalOf(answer: unknown, asked: string, { status }: Response): Error {
    const problem = problemSchema.safeParse(answer);
    if (problem.success) return new RequestRefused(problem.data);
    return new UnexpectedAnswer(
      `The server at ${address} is not Baton or runs a different version (${asked}: ${status}).`,
    );
  }

  async function request(
    method: string,
    path: string,
    { body, headers, patienceMs = answerMs, isLong = false, signal }: Sending,
  ): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(
      () => patience.abort(new DOMException('The server did not respond.', 'TimeoutError')),
      patienceMs,
    );
    const limit = isLong ? patience.signal : AbortSignal.timeout(patienceMs);
    try {
      return await ask(`${address}${path}`, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': body.type }),
          ...headers,
        },
        ...(body && { body: body.text }),
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if ((cause as Error).name !== 'TimeoutError') throw new ServerUnreachable(address, { cause });
      const seconds = patienceMs / 1_000;
      throw new NoAnswerInTime(
        `Baton at ${address} did not answer within ${seconds} s (${method} ${path}).`,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

export type Requests = ReturnType<typeof createRequests>;

/** A body that is JSON. */
export function json(value: object): Sending {
  return { body: { text: JSON.stringify(value), type: 'application/json' } };
}

/** The query of an address, with its question mark; empty where nothing is asked for. */
export function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
}
