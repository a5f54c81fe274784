import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Positions } from './graph.ts';

const storedAs = 'baton:layouts';
/** The latest that were used; one of 500 cards takes about 20 kB. */
const mostKept = 20;

type Kept = [key: string, positions: Positions][];

/** The places that were found before for the same cards and edges, if they are still kept in this browser. */
export function keptLayout(graph: ElkNode): Positions | undefined {
  const key = keyOf(graph);
  return read().find(([kept]) => kept === key)?.[1];
}

/** Keeps the places that were found for cards and edges. */
export function keepLayout(graph: ElkNode, positions: Positions): void {
  const key = keyOf(graph);
  const others = read().filter(([kept]) => kept !== key);
  const kept: Kept = [[key, positions], ...others].slice(0, mostKept) as Kept;
  try {
    localStorage.setItem(storedAs, JSON.stringify(kept));
  } catch {
    // Without room it is found anew next time.
  }
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storedAs) ?? '[]') as Kept;
  } catch {
    return [];
  }
}

/** A hash of all that the layout follows from. Not SHA-256, which pages without TLS have only on this machine. */
function keyOf(graph: ElkNode): string {
  const text = JSON.stringify(graph);
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
