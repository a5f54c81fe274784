/** A part of code: where it begins and ends. */
export type Span = { start: number; end: number };
export type Property = Span & { key: string; value: Span };

const closings: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Past a text in quotes, a comment or blanks that begin at an index; the index itself where none does. */
function pastWords(code: string, at: number): number {
  const rest = code.slice(at, at + 2);
  if (/^\s/.test(rest)) return at + 1;
  if (rest === '//') return endOr(code, code.indexOf('\n', at));
  if (rest === '/*') return endOr(code, code.indexOf('*/', at), 2);
  const [quote = ''] = rest;
  if (!/['"`]/.test(quote)) return at;
  let index = at + 1;
  while (index < code.length && code[index] !== quote) {
    if (code[index] === '\\') index += 2;
    else if (quote === '`' && code.startsWith('${', index)) index = pastBracket(code, index + 1);
    else index += 1;
  }
  return index + 1;
}

const endOr = (code: string, found: number, more = 0) =>
  found === -1 ? code.length : found + more;

/** Past the bracket that closes the one at an index. */
function pastBracket(code: string, at: number): number {
  const closing = closings[code[at]!];
  let index = at + 1;
  while (index < code.length && code[index] !== closing) index = pastPart(code, index);
  return index + 1;
}

function pastPart(code: string, at: number): number {
  if ((code[at] ?? '') in closings) return pastBracket(code, at);
  const past = pastWords(code, at);
  return past === at ? at + 1 : past;
}

/** Past blanks and comments. */
function toContent(code: string, at: number): number {
  let index = at;
  while (index < code.length && /^(?:\s|\/\/|\/\*)/.test(code.slice(index, index + 2))) {
    index = pastWords(code, index);
  }
  return index;
}

/**
 * The parts between the commas of a list or an object in code.
 * @param at where its bracket opens.
 */
export function partsIn(code: string, at: number): Span[] {
  const end = pastBracket(code, at) - 1;
  const parts: Span[] = [];
  let start = toContent(code, at + 1);
  while (start < end) {
    let index = start;
    let last = start;
    while (index < end && code[index] !== ',') {
      const past = pastPart(code, index);
      const isComment = /^\/[/*]/.test(code.slice(index, index + 2));
      if (!isComment && code.slice(index, past).trim() !== '') last = past;
      index = past;
    }
    parts.push({ start, end: last });
    start = toContent(code, index + 1);
  }
  return parts;
}

/** The fields of an object in code that have a name and a value; undefined where it has others, such as `...rest`. */
export function propertiesIn(code: string, at: number): Property[] | undefined {
  const found: Property[] = [];
  for (const { start, end } of partsIn(code, at)) {
    const [head, bare, , text] =
      /^(?:([A-Za-z_$][\w$]*)|(['"])([\w$-]+)\2)\s*:/.exec(code.slice(start, end)) ?? [];
    if (head === undefined) return undefined;
    const value = { start: toContent(code, start + head.length), end };
    found.push({ key: bare ?? text!, start, end, value });
  }
  return found;
}

/** Where a list or an object closes. */
export const closingOf = (code: string, at: number): number => pastBracket(code, at) - 1;
