import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { nothingKnown, readDraft } from '../../../../../contracts/pipelines/validation/draft.ts';
import type { Draft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { edgeId } from '../../../canvas/graph.ts';
import { defaultPort } from '../../../canvas/ports.ts';
import type { Connection } from '../../../document/edits/edges.ts';

/** An edge of the document with its place in it and its id on the canvas. */
export type DrawnEdge = Connection & { id: string; index: number };

/** What of a document can be drawn, mistakes or not. */
export type DrawnDocument = { draft: Draft; edges: DrawnEdge[] };

/** Each change makes new objects of what it changes: all others are read once. */
const known = nothingKnown();

/** Reads what can be drawn of any document. */
export function drawnDocument(document: Json): DrawnDocument {
  const object: JsonObject = isJsonObject(document) ? document : {};
  const { draft } = readDraft(object, known);
  const kinds = new Map(draft.nodes.map(({ node }) => [node.id, node.kind]));
  const edges = draft.edges.flatMap(({ index, edge: { from, to, port: given } }) => {
    const kind = kinds.get(from);
    if (!kind || !kinds.has(to)) return [];
    const port = given ?? defaultPort(kind);
    return [{ from, port, to, id: edgeId({ from, port, to }), index }];
  });
  return { draft, edges };
}
