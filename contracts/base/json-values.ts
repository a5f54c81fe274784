/**
 * Whether JSON text has more values than a limit. It counts commas and brackets and does not parse the text, because
 * parsing millions of values blocks a process for seconds.
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

/** The position of the quote that ends a string, or the end of the text if there is none. */
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
 * Whether the strings of a value, as written in JSON, have more characters than a limit. It stops as soon as the
 * limit is exceeded, and does not write the JSON: writing megabytes blocks a process.
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
