import type { Dispatcher } from 'undici';
import { NetworkError } from './network-error.ts';

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Where an answer to a GET redirects to; undefined where it does not. The body of another method is not sent on.
 * @throws {NetworkError} where the target is no URL, or leaves https.
 */
export function redirectTarget(
  from: URL,
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  method = 'GET',
): URL | undefined {
  const { location } = headers;
  if (method !== 'GET' || !redirects.has(statusCode) || typeof location !== 'string') return;
  // Location headers are bytes; addresses in them may be UTF-8.
  const written = Buffer.from(location, 'latin1').toString('utf8');
  const target = URL.canParse(written, from) ? new URL(written, from) : undefined;
  if (!target) {
    throw new NetworkError('REDIRECT_REFUSED', `${from.host} redirects to an invalid URL.`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new NetworkError(
      'REDIRECT_REFUSED',
      `${from.host} redirects from https to http, which is not secure.`,
    );
  }
  return target;
}
