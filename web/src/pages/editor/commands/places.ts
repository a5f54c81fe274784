import type { Json } from '../../../../../contracts/base/json.ts';
import type { Graph, Position } from '../../../canvas/graph.ts';
import { freePlace, freeShift } from '../../../canvas/room.ts';
import { objectIn } from '../../../document/raw.ts';
import type { DrawnEdge } from '../model/read-model.ts';
import type { AddAt } from '../state/panel.ts';

/** Where the uppermost, leftmost of pasted nodes goes for none of them to lie on a card. */
export function roomFor(
  graph: Graph,
  { document, ids }: { document: Json; ids: string[] },
): Position {
  const layout = objectIn(document, 'layout');
  const places = ids.map((id) => layout[id] as Position);
  const corner = {
    x: Math.min(...places.map(({ x }) => x)),
    y: Math.min(...places.map(({ y }) => y)),
  };
  return { x: corner.x, y: corner.y + freeShift(graph, places) };
}

/** A card's corner for its middle to be at a place. */
export function centred({ x, y }: Position): Position {
  return { x: x - 124, y: y - 56 };
}

/** Where a node goes that runs beside another, after the same one; undefined where that one follows several. */
export function parallelTo(
  id: string,
  { graph, edges }: { graph: Graph; edges: readonly DrawnEdge[] },
): AddAt | undefined {
  const card = graph.nodes.find((node) => node.id === id);
  const into = edges.filter(({ to }) => to === id);
  const [before] = into;
  if (!card || into.length > 1) return undefined;
  const place = freePlace(graph, card.position);
  return before ? { place, from: { id: before.from, port: before.port } } : { place };
}
