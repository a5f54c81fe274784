import { texts } from './texts.ts';

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A comma before three digits sets thousands apart for some, and begins the decimals for others. */
const ambiguousComma = /,.*,|[1-9]\d*,\d{3}(\D|$)|,.*\.|\..*,/;

/**
 * The number that a typed text says, with a point or a comma before its decimals; undefined where it says none, or
 * may say two.
 */
export function readNumber(text: string): number | undefined {
  if (ambiguousComma.test(text)) return undefined;
  const plain = text.trim().replace(',', '.');
  return plainNumber.test(plain) ? Number(plain) : undefined;
}

/** What is unclear about a typed number, with what to do; undefined where nothing is. */
export function unclearNumber(text: string): string | undefined {
  if (!ambiguousComma.test(text)) return undefined;
  return texts.ambiguousComma;
}
