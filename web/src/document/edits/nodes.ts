import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { nodeBase } from '../../../../contracts/pipelines/nodes/base.ts';
import { nodeKinds } from '../../../../contracts/pipelines/nodes/index.ts';
import type { Path } from '../path.ts';
import { idOf, indexOfNode, isKind, listIn, objectIn } from '../raw.ts';
import { setAt } from '../set-at.ts';
import { renameInGroups } from './annotations.ts';

/** Where a card's corner is on the canvas. */
export type Place = { x: number; y: number };

/** Adds a node; `after` is the id of the node that it follows in the document, the last one if left out. */
export function addNode(document: Json, node: JsonObject, place: Place, after?: string): Json {
  const nodes = listIn(document, 'nodes');
  const index = after === undefined ? -1 : indexOfNode(document, after);
  const at = index < 0 ? nodes.length : index + 1;
  const added = setAt(document, ['nodes'], nodes.toSpliced(at, 0, node));
  return placeNodes(added, { [String(node['id'])]: place });
}

/** Removes nodes with their edges and their places. Of nodes with one id the first goes, and the others keep those. */
export function removeNodes(document: Json, ids: readonly string[]): Json {
  const firsts = new Set(ids.map((id) => indexOfNode(document, id)));
  const nodes = listIn(document, 'nodes').filter((_node, index) => !firsts.has(index));
  const left = new Set(nodes.map(idOf));
  const gone = new Set(ids.filter((id) => !left.has(id)));
  const isGone = (id: Json | undefined) => typeof id === 'string' && gone.has(id);
  const edges = listIn(document, 'edges').filter(
    (edge) => !isJsonObject(edge) || (!isGone(edge['from']) && !isGone(edge['to'])),
  );
  const layout = Object.entries(objectIn(document, 'layout')).filter(([id]) => !gone.has(id));
  const framed = [...gone].reduce<Json>((so, id) => renameInGroups(so, id, undefined), document);
  const without = setAt(setAt(framed, ['nodes'], nodes), ['edges'], edges);
  return setAt(without, ['layout'], Object.fromEntries(layout));
}

/** Puts nodes at places of the canvas, in whole pixels. */
export function placeNodes(document: Json, places: Record<string, Place>): Json {
  const rounded = Object.entries(places).map(([id, { x, y }]): [string, Json] => [
    id,
    { x: Math.round(x), y: Math.round(y) },
  ]);
  const layout = { ...objectIn(document, 'layout'), ...Object.fromEntries(rounded) };
  return setAt(document, ['layout'], layout);
}

/** Gives places to the nodes that have none; those that have one stay. */
export function placeUnplaced(document: Json, places: Record<string, Place>): Json {
  const layout = objectIn(document, 'layout');
  const missing = Object.entries(places).filter(
    ([id]) => !Object.hasOwn(layout, id) && indexOfNode(document, id) >= 0,
  );
  return missing.length === 0 ? document : placeNodes(document, Object.fromEntries(missing));
}

/** The fields that a node may have, in the order in which they are written. */
function fieldOrder(kind: Json | undefined): string[] {
  const fields = isKind(kind) ? Object.keys(nodeKinds[kind].schema.shape) : [];
  return [...new Set(['id', 'kind', 'title', ...fields.toSorted(ownFirst)])];
}

/** What every node may set comes after what its kind asks for. */
function ownFirst(a: string, b: string): number {
  return Number(Object.hasOwn(nodeBase, a)) - Number(Object.hasOwn(nodeBase, b));
}

function inOrder(node: Json): Json {
  if (!isJsonObject(node)) return node;
  const order = fieldOrder(node['kind']);
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => place(a) - place(b)));
}

/** Sets a part of a node; undefined removes it. What is new stands where it is usually written. */
export function setInNode(document: Json, id: string, path: Path, value: Json | undefined): Json {
  const index = indexOfNode(document, id);
  if (index < 0) return document;
  const changed = setAt(listIn(document, 'nodes')[index], path, value);
  return setAt(document, ['nodes', index], inOrder(changed));
}
