import { ExpressionError } from './error.ts';

/** A piece of a template string: text as it is, or an expression and where it starts in the string. */
export type TemplatePart = { text: string } | { source: string; start: number };

/** The offset after the CEL string that begins at `start`; the end of the text when it is unclosed. */
function afterString(text: string, start: number): number {
  const quote = text[start]!;
  const delimiter = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let position = start + delimiter.length;
  while (position < text.length) {
    if (text.startsWith(delimiter, position)) return position + delimiter.length;
    position += text[position] === '\\' ? 2 : 1;
  }
  return text.length;
}

/** The offset of the `}}` that closes the expression at `start`, or -1. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  let position = start;
  while (position < text.length) {
    const character = text[position];
    if (character === '"' || character === "'") {
      position = afterString(text, position);
      continue;
    }
    if (depth === 0 && text.startsWith('}}', position)) return position;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    position += 1;
  }
  return -1;
}

/**
 * Splits a template string at its `{{ expressions }}`. Braces and quotes of CEL are respected; a
 * literal `{{` is written `{{ "{{" }}`.
 * @throws {ExpressionError} at a `{{` that nothing closes.
 */
export function scanTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let position = 0;
  for (;;) {
    const opening = text.indexOf('{{', position);
    if (opening < 0) break;
    const closing = closingOf(text, opening + 2);
    if (closing < 0) {
      throw new ExpressionError(text, 'a {{ is not closed', {
        position: opening,
        hint: 'add }} after the expression',
      });
    }
    if (opening > position) parts.push({ text: text.slice(position, opening) });
    parts.push({ source: text.slice(opening + 2, closing).trim(), start: opening });
    position = closing + 2;
  }
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}
