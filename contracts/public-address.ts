import { z } from 'zod';

/** IPv6 has given out global unicast addresses from here alone. */
const globalUnicast = '2000::/3';

/** Ranges of the special-purpose registries of IANA that are not the open internet. */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  // 6to4 holds an IPv4 address, of whichever network, and is refused whole.
  '2002::/16',
  '3fff::/20',
];

type Address = { value: bigint; bits: 32 | 128 };
type Range = { start: Address; length: number };

const specialRanges = special.map(rangeOf);
const globalRange = rangeOf(globalUnicast);

/** Whether a text is the IP address of a host of the open internet. */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (!address) return false;
  if (address.bits === 128 && !isWithin(address, globalRange)) return false;
  return !specialRanges.some((range) => isWithin(address, range));
}

/** Whether a host, as URLs name them, is an address of this machine or of its network by its name alone. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostOf(hostname);
  if (/(?:^|\.)localhost\.?$/.test(host)) return true;
  return addressOf(host) !== undefined && !isPublicAddress(host);
}

/** The host of a URL as it is compared: in small letters, an IPv6 address without its brackets. */
export function hostOf(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
}

function rangeOf(text: string): Range {
  const [start = '', length] = text.split('/');
  const address = addressOf(start);
  if (!address) throw new Error(`${start} is not an address`);
  return { start: address, length: Number(length) };
}

function isWithin(address: Address, { start, length }: Range): boolean {
  if (address.bits !== start.bits) return false;
  const rest = BigInt(address.bits - length);
  return address.value >> rest === start.value >> rest;
}

/** Undefined for what is no IP address, or one of a zone of this machine. */
function addressOf(text: string): Address | undefined {
  if (z.ipv4().safeParse(text).success) return { value: valueOf(text.split('.'), 8, 10), bits: 32 };
  if (!z.ipv6().safeParse(text).success) return undefined;
  const dotted = /[^:]*\.[^:]*$/.exec(text)?.[0];
  const groups = dotted ? text.replace(dotted, groupsOfIpv4(dotted)) : text;
  const [before = [], after] = groups.split('::').map((half) => half.split(':').filter(Boolean));
  const known = [...before, ...(after ?? [])];
  const zeros = Array.from({ length: 8 - known.length }, () => '0');
  return { value: valueOf([...before, ...zeros, ...(after ?? [])], 16, 16), bits: 128 };
}

function groupsOfIpv4(text: string): string {
  const value = valueOf(text.split('.'), 8, 10);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function valueOf(parts: string[], bits: number, radix: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(parseInt(part, radix)), 0n);
}
