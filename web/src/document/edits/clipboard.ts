import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { freeId } from '../free-id.ts';
import { idOf, idsIn, isKind, listIn, objectIn } from '../raw.ts';
import { readText } from '../read-text.ts';
import { setAt } from '../set-at.ts';
import { writeText } from '../write-text.ts';
import { addNode, placeNodes } from './nodes.ts';
import type { Place } from './nodes.ts';
import { renameInEdge, renameInNode } from './rename.ts';

/** Nodes with the edges between them and their places, as YAML. */
export function copyNodes(document: Json, ids: string[]): string {
  const chosen = new Set(ids);
  const isChosen = (id: Json | undefined) => typeof id === 'string' && chosen.has(id);
  const layout = Object.entries(objectIn(document, 'layout')).filter(([id]) => chosen.has(id));
  return writeText({
    nodes: listIn(document, 'nodes').filter((node) => isChosen(idOf(node))),
    edges: listIn(document, 'edges').filter(
      (edge) => isJsonObject(edge) && isChosen(edge['from']) && isChosen(edge['to']),
    ),
    layout: Object.fromEntries(layout),
  });
}

/** How far a copy lies from what it is one of. */
const offset = 40;
/** The way from one node without a place to the next: as far as the highest card reaches. */
const unplacedStep = 200;

/**
 * Adds the nodes of a text, as {@link copyNodes} gives it or a pipeline, a list of nodes or one node.
 * Ids that are taken are changed, also in the expressions among the pasted nodes.
 * @param at where the uppermost, leftmost of them goes; left out, beside where they were.
 * @returns the document and the new ids; undefined for a text that holds no nodes.
 */
export function pasteNodes(
  document: Json,
  text: string,
  at?: Place,
): { document: Json; ids: string[] } | undefined {
  const fragment = readFragment(text);
  if (!fragment) return undefined;
  const taken = new Set(idsIn(document));
  const renames: Record<string, string> = {};
  for (const id of idsIn(fragment)) {
    renames[id] = freeId(id, taken);
    taken.add(renames[id]);
  }
  const places = placesOf(fragment, at);
  const nodes = listIn(fragment, 'nodes').map((node) => renameInNode(node, renames) as JsonObject);
  const withNodes = nodes.reduce<Json>((so, node) => addNode(so, node, { x: 0, y: 0 }), document);
  const placed = placeNodes(
    withNodes,
    Object.fromEntries(Object.entries(places).map(([id, place]) => [renames[id]!, place])),
  );
  const edges = listIn(fragment, 'edges').map((edge) => renameInEdge(edge, renames));
  const ids = Object.values(renames);
  if (edges.length === 0) return { document: placed, ids };
  return { document: setAt(placed, ['edges'], [...listIn(placed, 'edges'), ...edges]), ids };
}

/** The nodes of a text with the edges that have both ends among them. */
function readFragment(text: string): JsonObject | undefined {
  const { document } = readText(text);
  if (document === undefined) return undefined;
  const whole: Json =
    isJsonObject(document) && !isKind(document['kind'])
      ? document
      : { nodes: Array.isArray(document) ? document : [document] };
  const nodes = listIn(whole, 'nodes').filter(
    (node) => isJsonObject(node) && isKind(node['kind']) && idOf(node) !== undefined,
  );
  if (nodes.length === 0) return undefined;
  const ids = new Set(nodes.map(idOf));
  const edges = listIn(whole, 'edges').filter(
    (edge) => isJsonObject(edge) && ids.has(String(edge['from'])) && ids.has(String(edge['to'])),
  );
  return { nodes, edges, layout: objectIn(whole, 'layout') };
}

function placesOf(fragment: JsonObject, at: Place | undefined): Record<string, Place> {
  const layout = objectIn(fragment, 'layout');
  const ids = idsIn(fragment);
  const known = ids.map((id, index): [string, Place] => {
    const place = layout[id];
    const { x, y } = isJsonObject(place) ? place : {};
    const isPlace = typeof x === 'number' && typeof y === 'number';
    return [id, isPlace ? { x, y } : { x: 0, y: index * unplacedStep }];
  });
  const left = Math.min(...known.map(([, { x }]) => x));
  const top = Math.min(...known.map(([, { y }]) => y));
  const corner = at ?? { x: left + offset, y: top + offset };
  return Object.fromEntries(
    known.map(([id, { x, y }]) => [id, { x: x - left + corner.x, y: y - top + corner.y }]),
  );
}
