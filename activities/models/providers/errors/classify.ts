import { isJsonObject } from '../../../../contracts/base/json.ts';
import { isAwayByStatus, isAwayByCode } from './away.ts';
import { kindByCode, kindByStatus, kindByWrittenCode, kindOfText } from './error-kinds.ts';
import type { ErrorKinds } from './error-kinds.ts';
import { ProviderError } from '../../provider.ts';
import type { ProviderErrorKind } from '../../provider.ts';
import { retryAfterMs } from './retry-after.ts';
import { cutText, storableText } from '../../../../contracts/base/text.ts';
import { hideSecrets } from '../../../../telemetry/hide-secrets.ts';

const longestMessage = 300;
/** What is cut off before secrets are looked for. */
const longestLook = 10_000;

/**
 * Text of a provider that may be stored and shown: without `secrets` and what looks like a key, on one
 * line, cut at 300 characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3);
  const look = hideSecrets(text.slice(0, longestLook), known);
  // Its end may be the beginning of a secret.
  const margin = Math.max(100, ...known.map(({ length }) => length));
  const whole = text.length > longestLook ? look.slice(0, -margin) : look;
  const clean = whole.replace(/\s+/g, ' ').trim();
  return cutText(storableText(clean), longestMessage);
}

type Said = { message: string; codes: string[] };

/** Who speaks, and what must not be said again. `kinds` are codes that this provider means in its own way. */
export type Source = { provider: string; secrets: readonly string[]; kinds?: ErrorKinds };

/**
 * What an error thrown by a provider's client means. No cause is kept: it can hold what was sent.
 *
 * @param error what the client threw; an error with `status` and `headers` came as an HTTP answer, one with
 * `error` alone inside a stream.
 */
export function classify(error: unknown, source: Source & { now: number }): ProviderError {
  const { provider, secrets, now } = source;
  if (error instanceof ProviderError) return error;
  const fields = Object(error) as Error & { status?: unknown; headers?: unknown; error?: unknown };
  const { error: body, message } = fields;
  if (typeof fields.status !== 'number') {
    return body ? classifyWritten(body, source) : unanswered(error, source);
  }
  const said = readBody(body, String(message).replace(/^\d{3} /, ''));
  const wait = fields.headers instanceof Headers ? retryAfterMs(fields.headers, now) : undefined;
  const kind = kindOf(fields.status, said, source.kinds);
  return new ProviderError({
    provider,
    kind,
    isAway: kind === 'transient' && isAwayByStatus(fields.status, said.message),
    code: String(fields.status),
    message: redact(wordsOf(said.message), secrets),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/**
 * What an error means that a provider wrote into an answer or its stream, after an HTTP 200. One whose code says
 * nothing passes by itself.
 *
 * @param body what was written: the error, or an object with it as `error`.
 */
export function classifyWritten(body: unknown, source: Source): ProviderError {
  const { provider, secrets, kinds } = source;
  const said = readBody(body, 'the provider reported an error in its answer');
  const known: ErrorKinds = { ...kindByStatus, ...kindByWrittenCode, ...kindByCode, ...kinds };
  const named = said.codes.map((code) => known[code]).find(Boolean);
  return new ProviderError({
    provider,
    kind: kindOfText(said.message) ?? named ?? 'transient',
    code: said.codes[0] ?? 'ERROR_IN_ANSWER',
    message: redact(said.message, secrets),
  });
}

function kindOf(status: number, { codes, message }: Said, own: ErrorKinds = {}): ProviderErrorKind {
  const known = { ...kindByCode, ...own };
  return (
    codes.map((code) => known[code]).find(Boolean) ??
    kindOfText(message, status) ??
    kindByStatus[status] ??
    (status >= 500 ? 'transient' : 'invalid_request')
  );
}

/** A page for people, as a proxy in front of a provider sends it: its title says all that matters. */
function wordsOf(message: string): string {
  if (!/^\s*(?:<!doctype html|<html)/i.test(message)) return message;
  const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(message) ?? [];
  return `answered with a web page${title?.trim() ? `: ${title.trim()}` : ''}`;
}

/** OpenAI's client gives the inner `error` of a body, Anthropic's the whole body; xAI's is a text. */
function readBody(written: unknown, fallback: string): Said {
  if (typeof written === 'string' && written !== '') return { message: written, codes: [] };
  const body = isJsonObject(written) ? written : {};
  const inner = isJsonObject(body['error']) ? body['error'] : body;
  const details = isJsonObject(inner['details']) ? inner['details'] : {};
  const codes = [inner['code'], details['error_code'], inner['type']]
    .filter((code) => typeof code === 'string' || typeof code === 'number')
    .map(String);
  const message = inner['message'];
  return { message: typeof message === 'string' && message !== '' ? message : fallback, codes };
}

/** An error of the connection or of a stream passes by itself; any other is a mistake in what was to be sent. */
function unanswered(error: unknown, { provider, secrets }: Source): ProviderError {
  const code = systemCode(error);
  const names = causes(error).map((cause) => `${cause.constructor.name} ${String(cause)}`);
  const said = names.join('\n');
  const isAway = code !== undefined && isAwayByCode(code, innermost(error));
  const of = (kind: ProviderErrorKind, named: string, message: string) =>
    new ProviderError({ provider, kind, isAway, code: named, message: redact(message, secrets) });
  if (code !== undefined && codesOfMistakes.test(code)) {
    return of('invalid_request', code, `the request cannot be sent: ${innermost(error)}`);
  }
  if (code !== undefined && codesOfCertificates.test(code)) {
    const why = `the certificate of the server is not trusted: ${innermost(error)}`;
    return of('unauthorized', code, `${why}; correct the base URL, or set NODE_EXTRA_CA_CERTS`);
  }
  if (/time(?:d )?out/i.test(said)) return of('transient', 'TIMEOUT', 'timed out');
  if (code !== undefined || passingErrors.test(said)) {
    return of('transient', code ?? 'NETWORK', `cannot be reached: ${innermost(error)}`);
  }
  return of('invalid_request', 'NOT_SENT', `the request cannot be sent: ${innermost(error)}`);
}

/** Codes of Node and its `fetch` for arguments that they refuse; all others are of sockets, streams and TLS. */
const codesOfMistakes =
  /^(?:ERR_(?!SOCKET|STREAM|TLS|SSL|HTTP2)|UND_ERR_(?:INVALID|NOT_SUPPORTED))/;

/** Codes of a certificate that somebody has to replace or to trust. */
const codesOfCertificates = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** How errors without a code of the system name a connection that failed or a stream that could not be read. */
const passingErrors =
  /APIConnection|^SyntaxError|AbortError|fetch failed|terminated|connection error|network|socket|premature close|(?:parse|parsing|incomplete json|ended).*(?:stream|chunk|json|segment)|(?:stream|chunk|request).*(?:ended|parse|parsing)/im;

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 5; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

function systemCode(error: unknown): string | undefined {
  return causes(error)
    .map((cause) => (cause as NodeJS.ErrnoException).code)
    .findLast((code) => typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code));
}

function innermost(error: unknown): string {
  return causes(error).findLast((cause) => cause.message !== '')?.message ?? String(error);
}
