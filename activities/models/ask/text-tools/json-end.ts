/**
 * Finds where the JSON object or list ends that begins at `start` of a text which may still be growing: each call goes
 * on where the one before stopped. Gives undefined where none begins there, or while it has no end.
 */
export function createJsonEnd(start: number): (text: string) => number | undefined {
  let depth = 0;
  let isInText = false;
  let at = start;
  let end: number | undefined;

  function take(character: string | undefined): void {
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }

  return (text) => {
    if (at === start && text[start] !== '{' && text[start] !== '[') return undefined;
    while (end === undefined && at < text.length) {
      take(text[at]);
      if (depth === 0 && !isInText) end = at;
    }
    return end;
  };
}
