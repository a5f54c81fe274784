import { isCollection, isMap, isPair, isScalar, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import type { Path } from './path.ts';

/** Characters of a text, from the first up to the one after the last. */
export type TextRange = { from: number; to: number };

/** Finds where the parts of a document stand in its text: the value, or of what is not there, what would hold it. */
export function createLocator(text: string): (path: Path) => TextRange {
  const { contents } = parseDocument(text);
  const whole: TextRange = { from: 0, to: Math.max(0, text.indexOf('\n')) || text.length };
  return (path) => {
    let node: unknown = contents;
    let range = whole;
    for (const part of path) {
      const next: unknown = isCollection(node) ? node.get(part, true) : undefined;
      if (next === undefined || next === null) return startOf(node, part, range);
      node = next;
      range = rangeOf(node, text) ?? range;
    }
    return range;
  };
}

/** A missing part of an object is shown at the object's first key; an empty one at its own key. */
function startOf(node: unknown, part: string | number, otherwise: TextRange): TextRange {
  if (!isMap(node)) return otherwise;
  const pairs = node.items.filter(isPair);
  const own = pairs.find(({ key }) => isScalar(key) && key.value === part) ?? pairs[0];
  const range = (own?.key as Node | undefined)?.range;
  return range ? { from: range[0], to: range[1] } : otherwise;
}

function rangeOf(node: unknown, text: string): TextRange | undefined {
  const range = (node as Node).range;
  if (!range) return undefined;
  const [from, valueEnd] = range;
  // A block runs on to the next key: its first line is enough to find it by.
  const line = text.indexOf('\n', from);
  return { from, to: Math.max(from + 1, line < 0 ? valueEnd : Math.min(valueEnd, line)) };
}
