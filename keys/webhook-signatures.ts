import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature is good for so long before and after it was made. */
const toleranceSeconds = 5 * 60;

/**
 * The value of `Baton-Signature`, in the form that Stripe uses: `t=<seconds>,v1=<hex>`, where the second is the
 * HMAC-SHA256 of `<seconds>.<body>` under a key. A receiver that checks the time too knows a request that was sent again by
 * somebody else.
 */
export function signWebhook(body: string, { key, at }: { key: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${signatureOf(body, key, seconds)}`;
}

/** Whether one of some keys has signed a body, within five minutes of now. */
export function isSigned(body: string, signature: string, keys: readonly string[]): boolean {
  const parts = signature.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(Math.abs(Date.now() / 1_000 - seconds) <= toleranceSeconds)) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return keys.some((key) => given.some((one) => isSame(one, signatureOf(body, key, seconds))));
}

function signatureOf(body: string, key: string, seconds: number): string {
  return createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
