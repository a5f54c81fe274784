import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { formatSealed, parseSealed } from '../contracts/base/sealed-text.ts';
import type { Sealer } from '../contracts/base/sealed-text.ts';
import { decrypt, encrypt, newNonce, nonceBytes } from './aes-gcm.ts';
import type { Keyring, Subkey } from './keyring.ts';

/** Shorter texts do not become shorter. */
const leastCompressedBytes = 200;
/** Longer ones are sealed and opened in several steps, since they would hold up what else waits. */
const longBytes = 256 * 1024;
/** The first byte of what is encrypted: how the rest is to be read. */
const forms = { plain: Buffer.of(0), deflated: Buffer.of(1) };

const deflateLong = promisify(deflateRaw);
const inflateLong = promisify(inflateRaw);
const deflating = { level: 1 };
const chunks = { chunkSize: longBytes };

/** Encrypts what users, models and tools wrote, with the first key of a keyring; every key decrypts. */
export function createRecordSealer(keyring: Keyring): Sealer {
  const keys = keyring.derive('records');

  function encryptPacked(packed: Buffer): Buffer {
    const nonce = newNonce();
    return Buffer.concat([nonce, encrypt(keys.current, nonce, packed)]);
  }
  const format = (bytes: Buffer) => formatSealed(keys.current.id, bytes.toString('base64'));

  function decryptSealed(sealed: string): Buffer | undefined {
    const { keyId, data } = parseSealed(sealed) ?? {};
    const key = keyId === undefined ? undefined : keys.find(keyId);
    return key && data !== undefined ? decryptWith(key, Buffer.from(data, 'base64')) : undefined;
  }

  const seal = (text: string) => format(encryptPacked(pack(Buffer.from(text))));

  async function sealLong(text: string): Promise<string> {
    const bytes = Buffer.from(text);
    const packed = shorter(bytes, await deflateLong(bytes, { ...deflating, ...chunks }));
    const encrypted = encryptPacked(packed);
    await nextTurn();
    return format(encrypted);
  }

  return {
    seal,
    open(sealed) {
      const packed = decryptSealed(sealed);
      return packed && unpack(packed)?.toString();
    },
    sealSoon: (text) => (text.length > longBytes ? sealLong(text) : seal(text)),
    openSoon(sealed) {
      const packed = decryptSealed(sealed);
      if (!packed) return undefined;
      const bytes = sealed.length > longBytes ? undefined : unpack(packed, longBytes);
      return bytes ? bytes.toString() : unpackLong(packed);
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

/** @returns undefined where what is compressed has more than `most` bytes. */
function unpack(packed: Buffer, most?: number): Buffer | undefined {
  const bytes = packed.subarray(1);
  if (!isDeflated(packed)) return bytes;
  try {
    return inflateRawSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

async function unpackLong(packed: Buffer): Promise<string> {
  await nextTurn();
  const bytes = packed.subarray(1);
  const text = (isDeflated(packed) ? await inflateLong(bytes, chunks) : bytes).toString();
  await nextTurn();
  return text;
}

const isDeflated = (packed: Buffer) => packed[0] === forms.deflated[0];
