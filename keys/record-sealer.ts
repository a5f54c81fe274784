import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatSealed, parseSealed } from '../contracts/base/sealed-text.ts';
import type { Sealer } from '../contracts/base/sealed-text.ts';
import { decrypt, encrypt, nonceBytes } from './aes-gcm.ts';
import type { Keyring, Subkey } from './keyring.ts';

/** Shorter texts do not become shorter. */
const leastCompressedBytes = 200;
/** The first byte of what is encrypted: how the rest is to be read. */
const forms = { plain: Buffer.of(0), deflated: Buffer.of(1) };

/** Encrypts what users, models and tools wrote, with the first key of a keyring; every key decrypts. */
export function createRecordSealer(keyring: Keyring): Sealer {
  const keys = keyring.derive('records');
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const data = encrypt(keys.current, nonce, pack(Buffer.from(text)));
      return formatSealed(keys.current.id, Buffer.concat([nonce, data]).toString('base64'));
    },
    open(sealed) {
      const { keyId, data } = parseSealed(sealed) ?? {};
      const key = keyId === undefined ? undefined : keys.find(keyId);
      return key && data !== undefined ? openWith(key, Buffer.from(data, 'base64')) : undefined;
    },
  };
}

function openWith(key: Subkey, bytes: Buffer): string | undefined {
  let packed: Buffer;
  try {
    packed = decrypt(key, bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes));
  } catch {
    return undefined;
  }
  return unpack(packed).toString();
}

/** Compressed where that is shorter: what is encrypted cannot be compressed any more. */
function pack(bytes: Buffer): Buffer {
  if (bytes.length < leastCompressedBytes) return Buffer.concat([forms.plain, bytes]);
  const deflated = deflateRawSync(bytes, { level: 1 });
  return deflated.length < bytes.length
    ? Buffer.concat([forms.deflated, deflated])
    : Buffer.concat([forms.plain, bytes]);
}

function unpack(packed: Buffer): Buffer {
  const bytes = packed.subarray(1);
  return packed[0] === forms.deflated[0] ? inflateRawSync(bytes) : bytes;
}
