/**
 * Whether JSON text has more values than so many, told by its commas and brackets, without reading it: to read millions of
 * values holds a process up for seconds.
 */
export function hasMoreValues(text: string, most: number): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === ',' || character === '[' || character === '{') found += 1;
    if (found > most) return true;
  }
  return false;
}

/** Where the quote is that ends a text, or the end of all where none does. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote;
    at = quote + 1;
  }
}

/**
 * Whether the texts of a value, as JSON text would have them, have more characters than so many. It stops at the first one too many, and
 * makes no text: that of megabytes holds a process up, and is garbage then.
 */
export function hasMoreText(value: unknown, most: number): boolean {
  let left = most;
  const isOver = (part: unknown): boolean => {
    if (typeof part === 'string') left -= part.length;
    else if (typeof part === 'object' && part !== null) return Object.values(part).some(isOver);
    return left < 0;
  };
  return isOver(value);
}
