import {
  hostOf,
  isAllowedHost,
  isPrivateHost,
  portOf,
} from '../../contracts/base/public-address.ts';
import { NetworkError } from './network-error.ts';

/** What may be reached. */
export type NetworkPolicy = {
  /** `host` or `host:port`, in lower case: they may be reached though their addresses are not public. */
  allowedHosts: readonly string[];
  /** Ports that may be used of hosts that are not in that list. */
  ports: readonly number[] | 'any';
  /** The setting that holds `allowedHosts`, for those who are refused. */
  hostsSetting: string;
};

/** @throws {NetworkError} where a URL is none that may be requested; its addresses are checked as it is connected to. */
export function checkUrl(url: URL, policy: NetworkPolicy): void {
  const { protocol, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new NetworkError(
      'URL_REFUSED',
      `Only http and https can be requested, not ${protocol.slice(0, -1)}.`,
    );
  }
  if (username || password) {
    throw new NetworkError(
      'URL_REFUSED',
      'The URL contains a user name or password. Use an authorization header instead.',
    );
  }
  if (isAllowedHost(policy.allowedHosts, url)) return;
  const host = hostOf(url.hostname);
  const port = portOf(url);
  if (policy.ports === 'any' || policy.ports.includes(Number(port))) return;
  if (isPrivateHost(host)) throw addressRefused(host, policy);
  throw new NetworkError(
    'URL_REFUSED',
    `Port ${port} is not allowed: only ${policy.ports.join(', ')}. Add ${host}:${port} to ${policy.hostsSetting} to allow it.`,
  );
}

/** A host whose address is not public, and that no setting allows. */
export function addressRefused(
  host: string,
  { hostsSetting }: Pick<NetworkPolicy, 'hostsSetting'>,
): NetworkError {
  return new NetworkError(
    'ADDRESS_REFUSED',
    `${host} is not a public address. Add it to ${hostsSetting} to allow it.`,
  );
}
