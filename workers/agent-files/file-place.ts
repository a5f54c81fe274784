import { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import type { LineCounter, Node } from 'yaml';

/**
 * Where a path of a definition, such as `limits.turns` or `tools[1]`, is written in a file: the place of its key or
 * entry, or of the nearest thing around it where it is not there.
 */
export function placeOf(
  contents: Node | null,
  path: string,
  lines: LineCounter,
): { line: number; column: number } {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    const next = step(node, part);
    if (!next) break;
    ({ node } = next);
    offset = next.offset ?? offset;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

type Step = { node: unknown; offset: number | undefined };

function step(node: unknown, part: string): Step | undefined {
  if (isSeq(node)) {
    const entry = node.items[Number(part)];
    return isNode(entry) ? { node: entry, offset: entry.range?.[0] } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
  if (!isPair(pair) || !isScalar(pair.key)) return undefined;
  return { node: pair.value, offset: pair.key.range?.[0] };
}
