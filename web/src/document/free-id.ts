import { freeId as allowedId } from '../../../contracts/pipelines/nodes/reserved-names.ts';

/** An identifier near `wanted` that no node has yet: `research`, then `research_2`. */
export function freeId(wanted: string, taken: Iterable<string>): string {
  const base = identifier(wanted);
  const used = new Set(taken);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`;
    if (!used.has(id) && allowedId.test(id)) return id;
  }
}

function identifier(text: string): string {
  const cleaned = text.replaceAll(/[^A-Za-z0-9_]+/g, '_').slice(0, 56);
  return /^[A-Za-z_]/.test(cleaned) ? cleaned : `n${cleaned}`;
}
