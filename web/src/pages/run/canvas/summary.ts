import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { counted } from '../../../components/values/words.ts';

/** As much of a value as one reads in a line. */
const mostCharacters = 120;

/** Members that say in words what the others hold, the most telling first. */
const telling = ['summary', 'answer', 'text', 'message', 'title'];

/** What a node gave, in one line: its words where it has some, else its plain values under their names. */
export function summaryOf(value: Json | undefined): string {
  const line = lineOf(value).replaceAll(/\s+/g, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}

function lineOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return counted(value.length, 'item');
  if (!isJsonObject(value)) return String(value);
  const words = telling.map((name) => value[name]).find((member) => typeof member === 'string');
  if (typeof words === 'string' && words.trim() !== '') return words;
  const plain = Object.entries(value).filter(([, member]) => isPlain(member));
  if (plain.length > 0) return plain.map(([name, member]) => `${name} ${member}`).join(' · ');
  const [first] = Object.values(value).filter(isJsonObject);
  return first ? lineOf(first) : Object.keys(value).join(', ');
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}
