import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Subkey } from './keyring.ts';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;

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
