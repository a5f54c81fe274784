import { lookup as resolve } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isPrivateHost, isPublicAddress } from '../../contracts/public-address.ts';
import { NotSent, tooLate } from './sender.ts';

/**
 * Sends a body to an address of the open internet, or to one of `allowedHosts`. Each address that the name resolves to
 * is checked as it is connected to, so that none can take its place in between; redirects are not followed. The status
 * alone counts: what comes after it is not waited for.
 * @returns the status of the answer.
 * @throws {NotSent} for good where the address is not allowed; else so that it is tried again.
 */
export async function postGuarded(
  url: URL,
  options: {
    body: string;
    headers: Record<string, string>;
    allowedHosts: readonly string[];
    signal: AbortSignal;
  },
): Promise<number> {
  const { body, headers, allowedHosts, signal } = options;
  const host = hostOf(url.hostname);
  const isAllowed = allowedHosts.includes(host);
  // What Node takes for an address is not looked up.
  const isRefused = isPrivateHost(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  if (!isAllowed && isRefused) throw notPublic(host);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const guard = isAllowed ? {} : { lookup: publicLookup };
  const { promise, resolve: answered, reject } = Promise.withResolvers<number>();
  const request = send(url, { method: 'POST', headers, signal, agent: false, ...guard });
  request.on('error', (error: NodeJS.ErrnoException) => reject(toNotSent(error, signal)));
  request.on('response', (response) => {
    answered(response.statusCode ?? 0);
    response.destroy();
  });
  // Where it ended without either: the receiver wants to speak another protocol.
  request.on('close', () => reject(noAnswer('PROTOCOL')));
  request.end(body);
  return promise;
}

const publicLookup: RequestOptions['lookup'] = (host, { all = false, ...options }, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(notPublic(host), '', 0);
    }
    const [{ address, family }] = addresses as [LookupAddress];
    return all ? callback(null, addresses) : callback(null, address, family);
  });
};

function notPublic(host: string): NotSent {
  return new NotSent(
    `${host} is not an address of the open internet. BATON_WEBHOOK_HOSTS names the hosts that may be used all the same.`,
    { code: 'ADDRESS_REFUSED', isTransient: false },
  );
}

function toNotSent(error: NodeJS.ErrnoException, signal: AbortSignal): NotSent {
  if (error instanceof NotSent) return error;
  if (signal.aborted) return tooLate('receiver');
  return noAnswer(error.code ?? 'NETWORK');
}

function noAnswer(code: string): NotSent {
  return new NotSent(`The receiver cannot be reached (${code}).`, { code, isTransient: true });
}
