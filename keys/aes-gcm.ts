import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Subkey } from './keyring.ts';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;

/** To ask for random bytes takes longer than to encrypt a short text: they are taken for many nonces at once. */
const noncesAtOnce = 256;
let random = Buffer.alloc(0);

/** @returns bytes for a nonce that nothing was encrypted with before. */
export function newNonce(): Buffer {
  if (random.length === 0) random = randomBytes(nonceBytes * noncesAtOnce);
  const nonce = random.subarray(0, nonceBytes);
  random = random.subarray(nonceBytes);
  return nonce;
}

/** @returns the encrypted bytes with their tag, which also holds for the key's id. */
export function encrypt({ id, key }: Subkey, nonce: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(id));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws {Error} where the bytes were changed, or encrypted with another key. */
export function decrypt({ id, key }: Subkey, nonce: Uint8Array, sealed: Uint8Array): Buffer {
  const end = Math.max(sealed.length - tagBytes, 0);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}
