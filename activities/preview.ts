import type { Json } from '../contracts/json.ts';
import { previewCharacters } from '../contracts/limits.ts';
import { cutText } from '../contracts/text.ts';

/** The start of a value, for the history, the records and people. */
export function preview(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cutText(text, previewCharacters);
}
