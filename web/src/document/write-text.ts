import { Document, isMap, isScalar, visit } from 'yaml';
import type { Node, YAMLMap } from 'yaml';
import type { Json } from '../../../contracts/base/json.ts';

/** How documents are written, wherever Baton writes one. */
export const writingOptions = { lineWidth: 100, singleQuote: true } as const;

/** A document as YAML. */
export function writeText(document: Json): string {
  const written = new Document(document);
  if (written.contents) setInOneLine(written.contents);
  return written.toString(writingOptions);
}

const shortKeys = new Set(['from', 'port', 'to', 'x', 'y']);

/** Lets edges and places have a line each. */
export function setInOneLine(node: Node): void {
  visit(node, {
    Map: (_key, map) => {
      if (isShort(map)) map.flow = true;
    },
  });
}

function isShort({ items }: YAMLMap): boolean {
  return (
    items.length > 1 &&
    items.every(
      ({ key, value }) => isScalar(key) && shortKeys.has(String(key.value)) && !isMap(value),
    )
  );
}
