import type { Json } from '../contracts/json.ts';
import { previewCharacters } from '../contracts/limits.ts';

/** The start of a value, for the history, the records and people. */
export function preview(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= previewCharacters ? text : `${text.slice(0, previewCharacters - 1)}…`;
}
