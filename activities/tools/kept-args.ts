import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';

/** How much of each text, list and object is kept, the most first. */
const measures = [
  { characters: 1_000, members: 50 },
  { characters: 200, members: 20 },
  { characters: 100, members: 8 },
  { characters: 60, members: 3 },
] as const;

/**
 * A value in at most `maximumCharacters` of JSON. One that is longer keeps its form, with the beginning of its texts, lists
 * and objects, each of which ends in `…`; one that is too long even so is the beginning of its JSON as a text.
 */
export function shortened(value: Json, maximumCharacters: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= maximumCharacters) return value;
  for (const measure of measures) {
    const short = within(value, measure);
    if (JSON.stringify(short).length <= maximumCharacters) return short;
  }
  return cutText(text, maximumCharacters);
}

type Measure = { characters: number; members: number };

function within(value: Json, measure: Measure): Json {
  const { characters, members } = measure;
  if (typeof value === 'string') return cutText(value, characters);
  if (Array.isArray(value)) {
    const kept = value.slice(0, members).map((member) => within(member, measure));
    return kept.length === value.length ? kept : [...kept, '…'];
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, members)
    .map(([name, member]) => [cutText(name, characters), within(member, measure)]);
  return Object.fromEntries(kept.length === entries.length ? kept : [...kept, ['…', '…']]);
}
