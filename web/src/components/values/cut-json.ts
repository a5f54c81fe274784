import type { Json } from '../../../../contracts/base/json.ts';

/** JSON up to its last whole value, with the brackets closed that are open there. */
type Whole = { end: number; open: string };

const closing: Record<string, string> = { '{': '}', '[': ']' };

/** What is whole in JSON that is cut short; undefined where nothing is, or where it is no such JSON. */
export function readCutJson(text: string): Json | undefined {
  const whole = lastWhole(text);
  if (whole === undefined) return undefined;
  try {
    return JSON.parse(text.slice(0, whole.end) + whole.open) as Json;
  } catch {
    return undefined;
  }
}

function lastWhole(text: string): Whole | undefined {
  let open = '';
  let whole: Whole | undefined;
  // A string is one token: what is in it opens and closes nothing.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],]/gs)) {
    const close = closing[token];
    if (close !== undefined) {
      open = close + open;
    } else if (token === ',') {
      whole = { end: index, open };
    } else if (token === open[0]) {
      open = open.slice(1);
      whole = { end: index + 1, open };
      // It was not cut: what follows is no part of it.
      if (open === '') return undefined;
    }
  }
  return whole;
}
