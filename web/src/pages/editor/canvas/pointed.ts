import type { Position } from '../../../canvas/graph.ts';

/** The edge under the pointer. */
export function edgeAt<Drawn extends { id: string }>(
  { clientX, clientY }: { clientX: number; clientY: number },
  edges: Drawn[],
): Drawn | undefined {
  const ids = document
    .elementsFromPoint(clientX, clientY)
    .flatMap((element) => element.closest<HTMLElement>('.react-flow__edge')?.dataset['id'] ?? []);
  return edges.find(({ id }) => ids.includes(id));
}

/** The corner of a card whose title is under the pointer. */
export function cornerOf({ x, y }: Position): Position {
  return { x: x - 60, y: y - 26 };
}
