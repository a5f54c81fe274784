/** A value, or a promise of it. */
export type Soon<Value> = Value | Promise<Value>;

/** Encrypts texts for the records, and decrypts them. */
export type Sealer = {
  /** @returns the text as `baton1:KEY-ID:Base64`. */
  seal(text: string): string;
  /** @returns the text; undefined if the value is not sealed, or if no key opens it. */
  open(sealed: string): string | undefined;
  /** Like `seal`, but handles long texts in short steps, so that other work can run in between. */
  sealSoon(text: string): Soon<string>;
  /** Like `open`, but handles long texts in short steps, so that other work can run in between. */
  openSoon(sealed: string): Soon<string | undefined>;
};

const prefix = 'baton1:';

/** @param data in Base64. */
export function formatSealed(keyId: string, data: string): string {
  return `${prefix}${keyId}:${data}`;
}

/** The parts of a sealed text; undefined where it does not have their form. */
export function parseSealed(text: string): { keyId: string; data: string } | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const end = text.indexOf(':', prefix.length);
  return end < 0 ? undefined : { keyId: text.slice(prefix.length, end), data: text.slice(end + 1) };
}

/** A sealed text that no key opens. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
  constructor(what: string, keyId: string) {
    super(
      `${what} is encrypted with the key ${JSON.stringify(keyId)}, and no key of this process opens it. Add the key to ` +
        'BATON_KEYS, or to the file keys in BATON_DATA. If a key with this name is there, it is a different key, or the value ' +
        'was changed.',
    );
  }
}

/** For a process that writes no records: it throws instead of storing plain text. */
export const withoutKeys: Sealer = {
  seal: refuse,
  open: () => undefined,
  sealSoon: refuse,
  openSoon: () => undefined,
};

function refuse(): never {
  throw new Error(
    'This process has no keys to encrypt its records with. Set BATON_KEYS to those of this Baton.',
  );
}
