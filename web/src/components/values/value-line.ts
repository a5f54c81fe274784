import type { Json } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { decimal } from './figures.ts';
import { texts } from './texts.ts';
import { counted, words } from './words.ts';

/** A value in one line, as people read it: `Name: report · Pages: 2 · Is draft: no`. */
export function valueLine(value: Json): string {
  if (!isJsonObject(value)) return part(value);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  if (members.length === 0) return texts.json.nothing;
  return members.map(([name, member]) => `${words(name)}: ${part(member)}`).join(' · ');
}

function part(value: Json): string {
  if (value === null) return texts.json.none;
  if (typeof value === 'boolean') return value ? texts.json.yes : texts.json.no;
  if (typeof value === 'number') return decimal(value);
  if (typeof value === 'string') return value === '' ? texts.json.empty : value;
  if (!Array.isArray(value)) return counted(Object.keys(value).length, 'field');
  if (value.length === 0) return texts.json.none;
  const isPlain = value.every((item) => typeof item !== 'object' || item === null);
  return isPlain ? value.map(part).join(', ') : counted(value.length, 'item');
}
