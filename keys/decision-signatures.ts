import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../contracts/base/json.ts';
import type { Keyring, Subkey, Subkeys } from './keyring.ts';

/** What became of a signature: `unknown-key` where the keyring no longer has its key. */
export type Verdict = 'valid' | 'wrong' | 'unknown-key';

/** Signs values with the first key of a keyring, and verifies with all. */
export type Signer = {
  /** HMAC-SHA-256 of a value's canonical JSON, as `KEY-ID:Base64url`. */
  sign(value: object): string;
  verify(value: object, signature: string): Verdict;
};

/** What proves who decided an approval. */
export type DecisionSignatures = {
  /** Of decisions that the API hands on: nobody who signals by another way can make one. */
  seals: Signer;
  /** Of decisions as they are on record. */
  records: Signer;
};

export function decisionSignatures(keyring: Keyring): DecisionSignatures {
  return {
    seals: createSigner(keyring.derive('decision-seals')),
    records: createSigner(keyring.derive('decisions')),
  };
}

function createSigner(keys: Subkeys): Signer {
  const signWith = ({ id, key }: Subkey, value: object): string =>
    `${id}:${createHmac('sha256', key).update(canonicalJson(value)).digest('base64url')}`;
  return {
    sign: (value) => signWith(keys.current, value),
    verify(value, signature) {
      const key = keys.find(signature.slice(0, signature.lastIndexOf(':')));
      if (!key) return 'unknown-key';
      const [expected, given] = [signWith(key, value), signature].map((text) => Buffer.from(text));
      return expected?.length === given?.length && timingSafeEqual(expected!, given!)
        ? 'valid'
        : 'wrong';
    },
  };
}
