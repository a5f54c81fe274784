import type { Json } from '../../contracts/base/json.ts';
import { previewCharacters } from '../../contracts/base/run-limits.ts';
import { cutText } from '../../contracts/base/text.ts';

/** The start of a value, for the history, the records and people. */
export function preview(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cutText(text, previewCharacters);
}
