import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret: it is long and random, so that one round is enough. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares digests: they are of one length, and the time taken says nothing about the texts. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}

/** 32 random bytes, as text that can stand in an address and a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A short name for what a secret opens, to speak of it: `key_4f9a0c1d2e3b`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
