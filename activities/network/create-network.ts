import { Agent, request as sendRequest } from 'undici';
import type { Dispatcher } from 'undici';
import { checkedConnector } from './checked-connector.ts';
import type { ConnectorSettings } from './checked-connector.ts';
import type { Network, NetworkAnswer, NetworkRequest } from './network.ts';
import { NetworkError } from './network-error.ts';
import { checkUrl } from './policy.ts';
import { acceptedEncodings, readBody } from './read-body.ts';
import { redirectTarget } from './redirect-target.ts';

/** Errors from before a request was sent. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;

/** Errors of certificates: nothing was sent, and another try does not mend them. */
const ofCertificates =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;

const mistakes = /^(UND_ERR_(INVALID_ARG|NOT_SUPPORTED)|ERR_INVALID_)/;

/** What an error thrown on the way means, in words that hold no secret. */
function failureOf(
  error: unknown,
  { host, isLate }: { host: string; isLate: boolean },
): NetworkError {
  const ours = errorsOf(error).find((each) => each instanceof NetworkError);
  if (ours) return ours;
  if (isLate) {
    return new NetworkError('TIMEOUT', `${host} timed out.`, {
      isTransient: true,
      mayHaveArrived: true,
      cause: error,
    });
  }
  const code =
    errorsOf(error)
      .map((each) => (each as NodeJS.ErrnoException).code)
      .find((each) => typeof each === 'string') ?? 'NETWORK';
  if (mistakes.test(code)) {
    const message = `The request to ${host} cannot be made: ${(error as Error).message}.`;
    return new NetworkError(code, message, { cause: error });
  }
  if (ofCertificates.test(code)) {
    const message = `The certificate of ${host} is not trusted (${code}).`;
    return new NetworkError(code, message, { cause: error });
  }
  return new NetworkError(code, `${host} cannot be reached (${code}).`, {
    isTransient: true,
    mayHaveArrived: !unsent.test(code),
    host,
    cause: error,
  });
}

/** The error, its causes, and what it is made of where several addresses were tried. */
function errorsOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...parts, error.cause].flatMap((part) => errorsOf(part, depth + 1))];
}

const userAgent = 'Baton (workflow engine)';
const mostRedirects = 5;
/** Headers that go along when a redirect leads to another origin: none of them can hold a secret. */
const harmlessHeaders = new Set(['accept', 'accept-language', 'user-agent']);

/**
 * The guarded client. Addresses are checked as they are connected to; redirects are followed by hand; sizes and times
 * are bounded. It uses no proxy, which would look names up by itself.
 */
export function createNetwork(settings: Omit<ConnectorSettings, 'connectTimeoutMs'>): Network {
  const agent = new Agent({
    connect: checkedConnector({ ...settings, connectTimeoutMs: 5_000 }),
    maxHeaderSize: 32 * 1024,
    // The time of a whole request is bounded below.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function sendOnce(url: URL, request: NetworkRequest, signal: AbortSignal) {
    checkUrl(url, settings);
    const { method = 'GET', body, headers, isBodyRead = true } = request;
    return sendRequest(url, {
      dispatcher: agent,
      method,
      signal,
      // A connection whose answer is not read to its end serves no other request.
      reset: !isBodyRead,
      headers: { 'user-agent': userAgent, 'accept-encoding': acceptedEncodings, ...headers },
      ...(body !== undefined && { body }),
    });
  }

  async function follow(first: URL, request: NetworkRequest, signal: AbortSignal) {
    let url = first;
    let { headers = {} } = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await sendOnce(url, { ...request, headers }, signal);
      const target = redirectTarget(url, response, request.method);
      if (!target) return { url, response };
      await discard(response.body);
      if (redirects === mostRedirects) {
        throw new NetworkError(
          'REDIRECT_REFUSED',
          `${first.origin} redirects more than ${mostRedirects} times; the last target was ${target.origin}.`,
        );
      }
      if (target.origin !== url.origin) {
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => harmlessHeaders.has(name)),
        );
      }
      url = target;
    }
  }

  return {
    async send(first, request) {
      const { timeoutMs = 15_000, maximumBytes = 1_000_000, isBodyRead = true } = request;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      try {
        signal.throwIfAborted();
        const { url, response } = await follow(first, request, signal);
        const { statusCode: status, body } = response;
        const headers = joinedHeaders(response.headers);
        const mediaType = mediaTypeOf(headers['content-type']);
        const answer = { status, url: url.href, headers, mediaType };
        if (!isBodyRead) {
          // What comes after the status is not waited for, and an error of it does not matter.
          body.on('error', () => undefined).destroy();
          return { ...answer, body: Buffer.alloc(0) } satisfies NetworkAnswer;
        }
        if (request.accepts && !request.accepts(mediaType)) {
          await discard(body);
          const said = mediaType || 'content of an unknown type';
          throw new NetworkError('WRONG_TYPE', `${url.host} answered with ${said}.`, {
            mayHaveArrived: true,
          });
        }
        const read = await readBody(body, {
          encoding: headers['content-encoding'] ?? '',
          declaredBytes: Number(headers['content-length'] ?? 0),
          maximumBytes,
        });
        return { ...answer, body: read } satisfies NetworkAnswer;
      } catch (error) {
        throw failureOf(error, { host: first.host, isLate: signal.aborted });
      }
    },
    close: () => agent.destroy(),
  };
}

/** Reads a little of a body on, so that its connection can be used again; a longer one is cut off. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: 16 * 1024 }).catch(() => undefined);
}

function joinedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

function mediaTypeOf(contentType = ''): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
