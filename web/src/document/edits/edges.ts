import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { listIn, nodeIn, portNames } from '../raw.ts';
import { setAt } from '../set-at.ts';
import { addNode } from './nodes.ts';
import type { Place } from './nodes.ts';

/** A way from a port of a node to another node. */
export type Connection = { from: string; port: string; to: string };

/** The port that an edge leaves through, also where it does not say. */
export function portOf(document: Json, edge: JsonObject): string | undefined {
  if (typeof edge['port'] === 'string') return edge['port'];
  return portNames(nodeIn(document, String(edge['from'])))[0];
}

/** The index of an edge, or -1. */
function indexOfEdge(document: Json, { from, port, to }: Connection): number {
  return listIn(document, 'edges').findIndex(
    (edge) =>
      isJsonObject(edge) &&
      edge['from'] === from &&
      edge['to'] === to &&
      portOf(document, edge) === port,
  );
}

/** True for a connection that is new, not to the node itself, and leads no way back to where it starts. */
export function canConnect(document: Json, connection: Connection): boolean {
  const { from, to } = connection;
  if (!nodeIn(document, from) || !nodeIn(document, to)) return false;
  return indexOfEdge(document, connection) < 0 && !leadsTo(document, to, from);
}

/** Whether edges lead from a node to another one, or it is the same. */
export function leadsTo(document: Json, from: string, target: string): boolean {
  const edges = listIn(document, 'edges').filter(isJsonObject);
  const reached = new Set([from]);
  for (const id of reached) {
    for (const edge of edges) if (edge['from'] === id) reached.add(String(edge['to']));
  }
  return reached.has(target);
}

/** Adds an edge where there can be one; a port is named where its node has several. */
export function connect(document: Json, connection: Connection): Json {
  if (!canConnect(document, connection)) return document;
  const edges = [...listIn(document, 'edges'), edgeOf(document, connection)];
  return setAt(document, ['edges'], edges);
}

function edgeOf(document: Json, { from, port, to }: Connection): JsonObject {
  return portNames(nodeIn(document, from)).length > 1 ? { from, port, to } : { from, to };
}

/** Removes edges. */
export function disconnect(document: Json, connections: Connection[]): Json {
  const gone = new Set(connections.map((connection) => indexOfEdge(document, connection)));
  const edges = listIn(document, 'edges').filter((_edge, index) => !gone.has(index));
  return setAt(document, ['edges'], edges);
}

/** Puts a new node in the middle of an edge: it is reached from where the edge came, and leads on to where it led. */
export function insertOnEdge(
  document: Json,
  { from, port, to }: Connection,
  node: JsonObject,
  place: Place,
): Json {
  const id = String(node['id']);
  const index = indexOfEdge(document, { from, port, to });
  const added = addNode(document, node, place, from);
  if (index < 0) return added;
  const first = edgeOf(added, { from, port, to: id });
  const second = edgeOf(added, { from: id, port: portNames(node)[0] ?? '', to });
  return setAt(added, ['edges'], listIn(added, 'edges').toSpliced(index, 1, first, second));
}
