import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { decrypt, encrypt, newNonce } from './aes-gcm.ts';
import type { Subkeys } from './keyring.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

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
    encode: async (payloads) => payloads.map((payload) => encode(payload, keys)),
    decode: async (payloads) => payloads.map((payload) => decode(payload, keys)),
  };
}

function encode(payload: Payload, { current }: Subkeys): Payload {
  const nonce = newNonce();
  return {
    metadata: { encoding, [names.keyId]: Buffer.from(current.id), [names.nonce]: nonce },
    data: encrypt(current, nonce, PayloadMessage.encode(payload).finish()),
  };
}

/** @throws {UnreadablePayload} */
function decode(payload: Payload, keys: Subkeys): Payload {
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
  const none = new Uint8Array();
  try {
    return PayloadMessage.decode(decrypt(found, metadata[names.nonce] ?? none, data ?? none));
  } catch (cause) {
    throw new UnreadablePayload(
      `A payload that is encrypted with the key ${JSON.stringify(found.id)} was changed, or another key now has ` +
        'this name.',
      { cause },
    );
  }
}
