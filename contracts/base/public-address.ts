import ipaddr from 'ipaddr.js';

/** IPv6 has given out global unicast addresses from here alone. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether a text is the IP address of a host of the open internet, in its usual form. Those of IANA's special-purpose
 * registries are not: private, loopback, link-local, shared (carrier-grade NAT), multicast, reserved, unspecified. IPv6
 * addresses that carry an IPv4 one (mapped, 6to4, NAT64, Teredo) are refused whole, and so are those with a zone.
 */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (address?.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Whether a host, as URLs name them, is an address of this machine or of its network by its name alone. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostOf(hostname);
  if (/(?:^|\.)localhost\.?$/.test(host)) return true;
  return addressOf(host) !== undefined && !isPublicAddress(host);
}

/** The host of a URL as lists name it: in small letters, an IPv6 address without its brackets. */
export function hostOf(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** The port of a URL, whether or not it is written. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (defaultPorts[protocol] ?? '');
}

/**
 * Whether a host may be reached whatever its address is.
 * @param allowedHosts each as `host` or `host:port`, in small letters.
 */
export function isAllowedHost(
  allowedHosts: readonly string[],
  url: Pick<URL, 'protocol' | 'hostname' | 'port'>,
): boolean {
  const host = hostOf(url.hostname);
  const written = host.includes(':') ? `[${host}]` : host;
  return allowedHosts.includes(host) || allowedHosts.includes(`${written}:${portOf(url)}`);
}

/** Undefined for what is no IP address in its usual form, or one of a zone of this machine. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.IPv6.parse(text);
}
