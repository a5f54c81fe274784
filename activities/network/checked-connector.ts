import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import {
  hostOf,
  isAllowedHost,
  isPrivateHost,
  isPublicAddress,
} from '../../contracts/base/public-address.ts';
import { addressRefused } from './policy.ts';
import type { NetworkPolicy } from './policy.ts';

/** Gives all addresses of a host name, as `dns.lookup` does. */
export type ResolveHost = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type ConnectorSettings = NetworkPolicy & {
  /** @default `dns.lookup` */
  resolve?: ResolveHost;
  /** @default {@link isPublicAddress} */
  isPublic?: (address: string) => boolean;
  connectTimeoutMs: number;
};

/**
 * How connections are made: each address is checked, and the checked one is connected to. A name is looked up once a
 * connection, so that another answer of its DNS server cannot take the place of the one that was checked.
 */
export function checkedConnector(settings: ConnectorSettings): buildConnector.connector {
  const { resolve = lookup as ResolveHost, isPublic = isPublicAddress } = settings;

  function lookUp(check: (address: string, host: string) => void): LookupFunction {
    return (host, { all = false, ...options }, callback) => {
      resolve(host, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 0);
        try {
          for (const { address } of addresses) check(address, host);
        } catch (problem) {
          return callback(problem as Error, '', 0);
        }
        const [first] = addresses;
        if (!first) return callback(notFound(host), '', 0);
        return all ? callback(null, addresses) : callback(null, first.address, first.family);
      });
    };
  }

  function checkPublic(address: string, host: string): void {
    if (!isPublic(address)) throw addressRefused(host, settings);
  }

  const shared = { timeout: settings.connectTimeoutMs, allowH2: false };
  const guarded = buildConnector({ ...shared, lookup: lookUp(checkPublic) } as never);
  const open = buildConnector({ ...shared, lookup: lookUp(() => undefined) } as never);

  return (options, callback) => {
    const { protocol, hostname, port } = options;
    if (isAllowedHost(settings.allowedHosts, { protocol, hostname, port })) {
      return open(options, callback);
    }
    const host = hostOf(hostname);
    // A literal address is not looked up, and neither is a name of this machine.
    const isRefused = isIP(host) ? !isPublic(host) : isPrivateHost(host);
    if (isRefused) return callback(addressRefused(host, settings), null);
    return guarded(options, callback);
  };
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
}
