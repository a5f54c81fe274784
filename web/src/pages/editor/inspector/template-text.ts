import { parseDocument } from 'yaml';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { writeText } from '../../../document/write-text.ts';

/**
 * What is written in a field for any value: texts as they are, everything else as YAML. A text that would be read as
 * something else is in quotes.
 */
export function textOfValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && readValue(value) === value) return value;
  return writeText(value).trimEnd();
}

/** The value that a field's text stands for; undefined for an empty field. */
export function readValue(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  // An expression is a text, though YAML would take its braces for an object.
  if (text.trimStart().startsWith('{{')) return text;
  const parsed = parseDocument(text);
  if (parsed.errors.length > 0) return text;
  try {
    const value = JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: 100 })) ?? 'null') as Json;
    return isPlainText(text, value) ? text : value;
  } catch {
    return text;
  }
}

/** A text that YAML reads as a text, and not because of quotes around it, stays as it was typed. */
function isPlainText(text: string, value: Json): boolean {
  if (typeof value === 'string') return !/^\s*["'|>]/.test(text);
  return !isJsonObject(value) && !Array.isArray(value) && value === null && text.trim() !== 'null';
}
