import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import { nodePorts, portsOf } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/ports.ts';

/** What a document holds under a name, as a list; nothing where it holds something else. */
export function listIn(document: Json, name: 'nodes' | 'edges' | 'triggers'): Json[] {
  const value = isJsonObject(document) ? document[name] : undefined;
  return Array.isArray(value) ? value : [];
}

/** What a document holds under a name, as an object. */
export function objectIn(document: Json, name: 'layout' | 'inputs'): JsonObject {
  const value = isJsonObject(document) ? document[name] : undefined;
  return isJsonObject(value) ? value : {};
}

export function idOf(node: Json): string | undefined {
  return isJsonObject(node) && typeof node['id'] === 'string' ? node['id'] : undefined;
}

/** The place of a node in the list of nodes, or -1. */
export function indexOfNode(document: Json, id: string): number {
  return listIn(document, 'nodes').findIndex((node) => idOf(node) === id);
}

/** The node of an id. */
export function nodeIn(document: Json, id: string): JsonObject | undefined {
  const node = listIn(document, 'nodes')[indexOfNode(document, id)];
  return isJsonObject(node) ? node : undefined;
}

/** The ids that nodes have. */
export function idsIn(document: Json): string[] {
  return listIn(document, 'nodes').flatMap((node) => idOf(node) ?? []);
}

/** The ids of the nodes that lead to a node, the nearest first. */
export function idsBefore(document: Json, node: string): string[] {
  const seen = new Set([node]);
  for (const id of seen) {
    for (const edge of listIn(document, 'edges')) {
      if (isJsonObject(edge) && edge['to'] === id) seen.add(String(edge['from']));
    }
  }
  seen.delete(node);
  return [...seen];
}

/** The ids that are taken: those of nodes and of triggers. */
export function takenIds(document: Json): string[] {
  return [...idsIn(document), ...listIn(document, 'triggers').flatMap((each) => idOf(each) ?? [])];
}

/** The trigger of an id. */
export function triggerIn(document: Json, id: string): JsonObject | undefined {
  const found = listIn(document, 'triggers').find((each) => idOf(each) === id);
  return isJsonObject(found) ? found : undefined;
}

export function isKind(kind: unknown): kind is NodeKindName {
  return typeof kind === 'string' && Object.hasOwn(nodePorts, kind);
}

/** The ways out of a node as it is written down; none for a node of no known kind. */
export function portNames(node: JsonObject | undefined): string[] {
  const kind = node?.['kind'];
  if (!isKind(kind)) return [];
  const written = node?.['cases'];
  const cases = (Array.isArray(written) ? written : []).flatMap((each) =>
    isJsonObject(each) && typeof each['port'] === 'string' ? [{ port: each['port'] }] : [],
  );
  return portsOf({ kind, cases, onError: String(node?.['onError']) });
}
