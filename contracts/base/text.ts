import type { Json, JsonObject } from './json.ts';

/**
 * The start of a text, in at most `maximumCharacters` UTF-16 code units (1 or more). A text that was cut ends
 * in `…`. No character is split, and a lone surrogate becomes U+FFFD.
 */
export function cutText(text: string, maximumCharacters: number): string {
  const wellFormed = text.toWellFormed();
  if (wellFormed.length <= maximumCharacters) return wellFormed;
  const start = wellFormed.slice(0, maximumCharacters - 1);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`;
}

/** A phrase as a sentence: `did you mean x?` as `Did you mean x?`, `use x` as `Use x.` */
export function sentence(phrase: string): string {
  const end = /[.?!…]$/.test(phrase) ? '' : '.';
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${end}`;
}

/** A text that PostgreSQL can store: each NUL and each lone surrogate is replaced by U+FFFD. */
export function storableText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}

/** Why PostgreSQL cannot store a text, in words; undefined if it can. */
function unstorableIn(text: string): string | undefined {
  if (text.includes('\0')) return 'NUL (\\u0000)';
  return text.isWellFormed() ? undefined : 'half of a surrogate pair';
}

export type Unstorable = { path: (string | number)[]; character: string };

/** The first text or key of a value that {@link storableText} would change, and where it is; else undefined. */
export function findUnstorable(value: unknown): Unstorable | undefined {
  if (typeof value === 'string') {
    const character = unstorableIn(value);
    return character === undefined ? undefined : { path: [], character };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // Not its entries: a document may have tens of thousands of them.
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    const ofKey = unstorableIn(key);
    if (ofKey !== undefined) return { path: [storableText(key)], character: ofKey };
    const found = findUnstorable(member);
    if (!found) continue;
    const step = Array.isArray(value) ? Number(key) : key;
    return { ...found, path: [step, ...found.path] };
  }
  return undefined;
}

/** A value with {@link storableText} applied to every text and key; the same reference if nothing changes. */
export function storable<Value extends Json>(value: Value): Value;
export function storable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? storableList(value) : storableObject(value);
}

function storableList(list: Json[]): Json[] {
  const clean = list.map((member) => storable(member));
  return clean.some((member, index) => member !== list[index]) ? clean : list;
}

function storableObject(object: JsonObject): JsonObject {
  const entries = Object.entries(object);
  const clean = entries.map(([key, member]) => [storableText(key), storable(member)] as const);
  const isChanged = clean.some(
    ([key, member], index) => key !== entries[index]?.[0] || member !== entries[index][1],
  );
  return isChanged ? Object.fromEntries(clean) : object;
}
