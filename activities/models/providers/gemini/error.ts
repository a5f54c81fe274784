import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

/** Reasons of `google.rpc.ErrorInfo` that say more than the 400 they come with. */
const statusByReason: Record<string, number> = { API_KEY_INVALID: 401, API_KEY_EXPIRED: 401 };

/** Google's statuses that say more than the 400 they come with, in the codes that `classify` knows. */
const codeByStatus: Record<string, string> = {
  // The project has no billing, where the region or the model needs it.
  FAILED_PRECONDITION: 'billing_error',
};

/** Google has no code for this. */
const tooLong = /exceeds the maximum number of tokens/i;

/** An answer of HTTP that is an error, with `status`, `headers` and `error` as `classify` reads them. */
export function geminiHttpError(status: number, text: string, headers: Headers): Error {
  const inner = errorIn(text);
  const details = Array.isArray(inner?.['details']) ? inner['details'].filter(isJsonObject) : [];
  const said = typeof inner?.['message'] === 'string' ? inner['message'] : text;
  const reason = details.map((detail) => statusByReason[String(detail['reason'])]).find(Boolean);
  const code = tooLong.test(said)
    ? 'context_length_exceeded'
    : codeByStatus[String(inner?.['status'])];
  return Object.assign(new Error(said), {
    status: reason ?? status,
    headers: withRetryDelay(headers, details),
    error: inner && { ...inner, ...(code ? { code } : {}) },
  });
}

/**
 * An error of the package, which holds no more than a status and the body in its message. Errors that came in the
 * middle of a stream are of this kind.
 */
export function asHttpError(error: unknown): unknown {
  const { name, status, message } = Object(error) as Partial<Error & { status: unknown }>;
  if (name !== 'ApiError' || typeof status !== 'number') return error;
  const text = message ?? '';
  return geminiHttpError(status, text.slice(Math.max(0, text.indexOf('{'))), new Headers());
}

/** The error that a body holds. Without `alt=sse`, that of a stream is the only entry of a list. */
export function errorIn(text: string): JsonObject | undefined {
  const body = foreignJson(text);
  const first = Array.isArray(body) ? body[0] : body;
  return isJsonObject(first) && isJsonObject(first['error']) ? first['error'] : undefined;
}

/** The delay that Google writes into the body, such as `34.4s`, as the header that others send. */
function withRetryDelay(headers: Headers, details: readonly JsonObject[]): Headers {
  const delay = details
    .map((detail) => detail['retryDelay'])
    .find((text) => typeof text === 'string');
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(delay ?? '')?.[1] ?? Number.NaN);
  const known = new Headers(headers);
  if (!Number.isNaN(seconds) && !known.has('retry-after-ms')) {
    known.set('retry-after-ms', String(Math.ceil(seconds * 1000)));
  }
  return known;
}
