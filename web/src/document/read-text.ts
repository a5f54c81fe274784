import { parseDocument } from 'yaml';
import type { Json } from '../../../contracts/base/json.ts';

/** Where text cannot be read, and why; offsets count characters. */
export type TextFault = { message: string; from: number; to: number };

export type ReadText =
  | { document: Json; fault?: undefined }
  | { document?: undefined; fault: TextFault };

/** Reads a document from YAML, or from JSON, which is YAML too. What it holds is not checked. */
export function readText(text: string): ReadText {
  const parsed = parseDocument(text, { prettyErrors: false });
  const [error] = parsed.errors;
  if (error) return { fault: fault(error.message, ...error.pos) };
  try {
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    const value: unknown = parsed.toJS({ maxAliasCount: 100 });
    return { document: JSON.parse(JSON.stringify(value) ?? 'null') as Json };
  } catch (error_) {
    return { fault: fault((error_ as Error).message, 0, text.length) };
  }
}

function fault(message: string, from: number, to: number): TextFault {
  return { message, from, to: Math.max(to, from + 1) };
}
