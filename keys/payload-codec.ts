import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { Subkeys } from './keyring.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** The name that Temporal's samples give it. */
const encoding = Buffer.from('binary/encrypted');
/** Metadata of an encrypted payload, beside its encoding. */
const names = { keyId: 'encryption-key-id', nonce: 'encryption-nonce' } as const;

/** A payload that the keys at hand do not open. */
export class UnreadablePayload extends Error {
  override readonly name = 'UnreadablePayload';
}

/**
 * Encrypts payloads with AES-256-GCM on their way to Temporal. Payloads in plain text, as earlier versions wrote them,
 * are read as they are.
 */
export function createPayloadCodec(keys: Subkeys): PayloadCodec {
  return {
    encode: async (payloads) => payloads.map((payload) => encrypt(payload, keys)),
    decode: async (payloads) => payloads.map((payload) => decrypt(payload, keys)),
  };
}

function encrypt(payload: Payload, { current: { id, key } }: Subkeys): Payload {
  const nonce = randomBytes(nonceBytes);
  const keyId = Buffer.from(id);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(keyId);
  const plain = PayloadMessage.encode(payload).finish();
  return {
    metadata: { encoding, [names.keyId]: keyId, [names.nonce]: nonce },
    data: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
  };
}

/** @throws {UnreadablePayload} */
function decrypt(payload: Payload, keys: Subkeys): Payload {
  const { metadata, data } = payload;
  if (!metadata?.['encoding'] || !encoding.equals(metadata['encoding'])) return payload;
  const keyId = Buffer.from(metadata[names.keyId] ?? []);
  const found = keys.find(keyId.toString());
  if (!found) {
    throw new UnreadablePayload(
      `A payload is encrypted with the key ${JSON.stringify(keyId.toString())}, which Baton does not have. ` +
        'Add it to BATON_KEYS, or to the file keys in BATON_DATA.',
    );
  }
  const sealed = data ?? new Uint8Array();
  const end = Math.max(sealed.length - tagBytes, 0);
  try {
    const decipher = createDecipheriv(algorithm, found.key, metadata[names.nonce] ?? '', {
      authTagLength: tagBytes,
    })
      .setAAD(keyId)
      .setAuthTag(sealed.subarray(end));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    return PayloadMessage.decode(plain);
  } catch (cause) {
    throw new UnreadablePayload(
      `A payload that is encrypted with the key ${JSON.stringify(found.id)} was changed, or the key is another of the ` +
        'same name.',
      { cause },
    );
  }
}
