import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { decimal } from '../../../components/values/figures.ts';
import { isInstant } from '../../../components/values/instant.ts';
import { kindOf } from '../../../components/values/kinds/kind-of.ts';
import { counted, words } from '../../../components/values/words.ts';

/** As much of a value as one reads in a line. */
const mostCharacters = 120;

/** Members that say in words what the others hold, the most telling first. */
const telling = ['summary', 'answer', 'text', 'message', 'title'];

/** Where a value comes from and under which id it is kept is not what it says. */
const ofOrigin = /^(source|notice|asOf|id)$|Id$/;

/** What a node gave, in one line: its words where it has some, else its plain values under their names. */
export function summaryOf(value: Json | undefined): string {
  const line = lineOf(value).replaceAll(/\s+/g, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}

/** What came of a node in a few words, without the signs of Markdown. */
export function tellingLine(output: Json | undefined): string {
  const shaped = output === undefined ? undefined : kindOf(output);
  if (shaped?.kind === 'decision') {
    return [words(shaped.decision), shaped.why].filter(Boolean).join(': ');
  }
  if (shaped?.kind === 'report') return summaryOf(withoutSigns(shaped.report));
  return summaryOf(typeof output === 'string' ? withoutSigns(output) : output);
}

const withoutSigns = (text: string) =>
  text
    .replaceAll(/^\s*[-*]\s/gm, ' ')
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/[#|>]+/g, ' ');

function lineOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return counted(value.length, 'item');
  if (!isJsonObject(value)) return plainText(value);
  const told = telling.map((name) => value[name]).find((member) => typeof member === 'string');
  if (typeof told === 'string' && told.trim() !== '') return told;
  const plain = Object.entries(value).filter(
    ([name, member]) => isPlain(member) && !isInstant(String(member)) && !ofOrigin.test(name),
  );
  if (plain.length > 0)
    return plain.map(([name, member]) => `${words(name)} ${plainText(member)}`).join(' · ');
  const [first] = Object.values(value).filter(isJsonObject);
  return first ? lineOf(first) : Object.keys(value).join(', ');
}

const plainText = (value: Json) => (typeof value === 'number' ? decimal(value) : String(value));

function isPlain(value: Json | undefined): value is string | number | boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}
