import { isCollection, isNode, isScalar, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
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
  if (error) {
    const opening = neverClosed.test(error.message)
      ? openedBefore(parsed, text, error.pos[0])
      : undefined;
    return {
      fault:
        opening === undefined
          ? fault(error.message, ...error.pos)
          : fault(error.message, opening, opening),
    };
  }
  try {
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    const value: unknown = parsed.toJS({ maxAliasCount: 100 });
    return { document: JSON.parse(JSON.stringify(value) ?? 'null') as Json };
  } catch (error_) {
    return { fault: fault((error_ as Error).message, 0, text.length) };
  }
}

/** What is found only where the text ends, or where the next line is taken for a part of it. */
const neverClosed = /^Missing closing|end with a [\]}]/;

/** Where the innermost text in quotes or collection in brackets begins that goes on at a place. */
function openedBefore(parsed: Document.Parsed, text: string, place: number): number | undefined {
  let opening: number | undefined;
  visit(parsed, {
    Node(_key, node) {
      const range = isNode(node) ? node.range : undefined;
      if (!range || range[0] > place || range[2] < place) return;
      const isQuoted = isScalar(node) && (node.type ?? '').startsWith('QUOTE_');
      const isOpen = isQuoted || (isCollection(node) && node.flow);
      if (isOpen && !isClosed(text.slice(range[0], range[1]))) opening = range[0];
    },
  });
  return opening;
}

const closings: Record<string, string> = { '[': ']', '{': '}', '"': '"', "'": "'" };

function isClosed(part: string): boolean {
  return part.length > 1 && part.at(-1) === closings[part[0] ?? ''];
}

function fault(message: string, from: number, to: number): TextFault {
  return { message, from, to: Math.max(to, from + 1) };
}
