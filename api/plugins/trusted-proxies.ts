import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether an address is that of a proxy whose `X-Forwarded-` headers count. */
export type IsTrustedProxy = (address: string | undefined) => boolean;

const howToWrite = 'write addresses or CIDR ranges such as 127.0.0.1,10.0.0.0/8';

/** A comma list of addresses and CIDR ranges. */
export const trustedProxiesSchema = z
  .string()
  .default('127.0.0.0/8,::1')
  .transform((text, context): IsTrustedProxy => {
    const entries = text.split(',').map((entry) => entry.trim());
    const wrong = entries.find((entry) => !isRange(entry));
    if (wrong === undefined) return trusting(entries.map(rangeOf));
    context.addIssue({ code: 'custom', message: `"${wrong}" is not an address; ${howToWrite}` });
    return z.NEVER;
  });

export const trustsThisMachine = trustedProxiesSchema.parse(undefined);

function trusting(ranges: Range[]): IsTrustedProxy {
  return (text) => {
    if (text === undefined || !ipaddr.isValid(text)) return false;
    // An IPv4 address that is written as one of IPv6 is what it stands for.
    const address = ipaddr.process(text);
    return ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  };
}

function isRange(entry: string): boolean {
  return entry.includes('/') ? ipaddr.isValidCIDR(entry) : isAddress(entry);
}

function isAddress(entry: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
}

function rangeOf(entry: string): Range {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
