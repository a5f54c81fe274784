import ipaddr from 'ipaddr.js';

/** All global unicast addresses of IPv6 are from this range. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether a text is the IP address of a host of the open internet, in its usual form. Those of IANA's special-purpose
 * registries are not: private, loopback, link-local, shared (carrier-grade NAT), multicast, reserved, unspecified.
 * IPv6 addresses that carry an IPv4 one (mapped, 6to4, NAT64, Teredo) are not public either, and neither are those
 * with a zone.
 */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (address?.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Whether the host of a URL is this machine or an IP address that is not public, without a DNS lookup. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostOf(hostname);
  if (/(?:^|\.)localhost\.?$/.test(host)) return true;
  return addressOf(host) !== undefined && !isPublicAddress(host);
}

/** The host of a URL as in lists of hosts: in lower case, and an IPv6 address without brackets. */
export function hostOf(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** The port of a URL, also if it is the default port that the URL does not name. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (defaultPorts[protocol] ?? '');
}

/**
 * Whether a host may be reached whatever its address is.
 * @param allowedHosts each as `host` or `host:port`, in lower case.
 */
export function isAllowedHost(
  allowedHosts: readonly string[],
  url: Pick<URL, 'protocol' | 'hostname' | 'port'>,
): boolean {
  const host = hostOf(url.hostname);
  const written = host.includes(':') ? `[${host}]` : host;
  return allowedHosts.includes(host) || allowedHosts.includes(`${written}:${portOf(url)}`);
}

/** Undefined if the text is not an IP address in its usual form, or if it has a zone. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.IPv6.parse(text);
}
