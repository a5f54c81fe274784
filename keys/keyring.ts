import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Keys by their ids: the first one writes, and all of them read, so that a key can be replaced. */
export type Keyring = {
  /** Keys for one purpose, such as `codec`: what leaks of one purpose says nothing about another. */
  derive(purpose: string): Subkeys;
  /** The keys as they are written, for the redactor. */
  secrets: readonly string[];
};

export type Subkeys = {
  /** What to write with. */
  current: Subkey;
  /** Undefined where the keyring has no key of this id. */
  find(id: string): Subkey | undefined;
};

/** 32 bytes, for AES-256 or HMAC-SHA-256. */
export type Subkey = { id: string; key: KeyObject };

/** Keys that cannot be used; the message holds none of them. */
export class KeysProblem extends Error {
  override readonly name = 'KeysProblem';
}

const keyBytes = 32;
/** An id is shorter than a key, so that one written in the other's place is refused. */
const keyForm = /^(?<id>[\w.-]{1,32}):(?<key>[A-Za-z\d+/_-]{43}=?)$/;

/**
 * Reads a keyring from `ID:KEY` entries, separated by commas or lines. KEY is 32 bytes in Base64.
 * @throws {KeysProblem}
 */
export function readKeyring(text: string): Keyring {
  const keys = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(readKey);
  if (keys.length === 0) throw new KeysProblem('there is no key');
  const twice = keys.findIndex(({ id }, index) => keys.findIndex((key) => key.id === id) < index);
  if (twice >= 0) throw new KeysProblem(`key ${twice + 1} has the id of another key`);
  return {
    secrets: keys.map(({ text: secret }) => secret),
    derive(purpose) {
      const subkeys = keys.map(({ id, key }) => ({ id, key: subkey(key, purpose) }));
      const [current] = subkeys as [Subkey];
      const byId = new Map(subkeys.map((each) => [each.id, each]));
      return { current, find: (id) => byId.get(id) };
    },
  };
}

function readKey(entry: string, index: number): { id: string; key: Buffer; text: string } {
  const { id = '', key: text = '' } = keyForm.exec(entry)?.groups ?? {};
  const key = Buffer.from(text, 'base64');
  if (id && key.length === keyBytes) return { id, key, text };
  throw new KeysProblem(
    `key ${index + 1} is not ID:KEY; ID has 1 to 32 letters, digits, ".", "_" or "-", and KEY is ` +
      `${keyBytes} bytes in Base64, as from openssl rand -base64 ${keyBytes}`,
  );
}

function subkey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `baton/${purpose}`, keyBytes)));
}
