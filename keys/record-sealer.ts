import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { formatSealed, parseSealed } from '../contracts/base/sealed-text.ts';
import type { Sealer } from '../contracts/base/sealed-text.ts';
import { decrypt, encrypt, nonceBytes } from './aes-gcm.ts';
import type { Keyring, Subkey } from './keyring.ts';

/** Shorter texts do not become shorter. */
const leastCompressedBytes = 200;
/** The first byte of what is encrypted: how the rest is to be read. */
const forms = { plain: Buffer.of(0), deflated: Buffer.of(1) };

const deflateLong = promisify(deflateRaw);
const inflateLong = promisify(inflateRaw);
const deflating = { level: 1 };
const chunks = { chunkSize: 256 * 1024 };

/** Encrypts what users, models and tools wrote, with the first key of a keyring; every key decrypts. */
export function createRecordSealer(keyring: Keyring): Sealer {
  const keys = keyring.derive('records');

  function encryptPacked(packed: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes);
    return Buffer.concat([nonce, encrypt(keys.current, nonce, packed)]);
  }
  const format = (bytes: Buffer) => formatSealed(keys.current.id, bytes.toString('base64'));

  function decryptSealed(sealed: string): Buffer | undefined {
    const { keyId, data } = parseSealed(sealed) ?? {};
    const key = keyId === undefined ? undefined : keys.find(keyId);
    return key && data !== undefined ? decryptWith(key, Buffer.from(data, 'base64')) : undefined;
  }

  return {
    seal: (text) => format(encryptPacked(pack(Buffer.from(text)))),
    open(sealed) {
      const packed = decryptSealed(sealed);
      return packed && unpack(packed).toString();
    },
    async sealLong(text) {
      const bytes = Buffer.from(text);
      const packed = shorter(bytes, await deflateLong(bytes, { ...deflating, ...chunks }));
      const encrypted = encryptPacked(packed);
      await nextTurn();
      return format(encrypted);
    },
    async openLong(sealed) {
      const packed = decryptSealed(sealed);
      if (!packed) return undefined;
      await nextTurn();
      const bytes = isDeflated(packed)
        ? await inflateLong(packed.subarray(1), chunks)
        : packed.subarray(1);
      const text = bytes.toString();
      await nextTurn();
      return text;
    },
  };
}

function decryptWith(key: Subkey, bytes: Buffer): Buffer | undefined {
  try {
    return decrypt(key, bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes));
  } catch {
    return undefined;
  }
}

function pack(bytes: Buffer): Buffer {
  if (bytes.length < leastCompressedBytes) return Buffer.concat([forms.plain, bytes]);
  return shorter(bytes, deflateRawSync(bytes, deflating));
}

/** Compressed where that is shorter: what is encrypted cannot be compressed any more. */
function shorter(bytes: Buffer, deflated: Buffer): Buffer {
  return deflated.length < bytes.length
    ? Buffer.concat([forms.deflated, deflated])
    : Buffer.concat([forms.plain, bytes]);
}

function unpack(packed: Buffer): Buffer {
  const bytes = packed.subarray(1);
  return isDeflated(packed) ? inflateRawSync(bytes) : bytes;
}

const isDeflated = (packed: Buffer) => packed[0] === forms.deflated[0];
