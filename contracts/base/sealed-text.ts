/** What is there at once, or soon. */
export type Soon<Value> = Value | Promise<Value>;

/** Encrypts texts for the records, and decrypts them. */
export type Sealer = {
  /** @returns the text as `baton1:KEY-ID:Base64`. */
  seal(text: string): string;
  /** @returns the text; undefined where the value is not sealed, or no key opens it. */
  open(sealed: string): string | undefined;
  /** As `seal`; long texts in short steps, with what else waits between them. */
  sealSoon(text: string): Soon<string>;
  /** As `open`; long texts in short steps, with what else waits between them. */
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

/** Of a process that needs no records: it refuses to write them in plain text. */
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
