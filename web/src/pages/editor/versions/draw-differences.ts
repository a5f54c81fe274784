import type { Json } from '../../../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { edgeId } from '../../../canvas/graph.ts';
import type { Position, Positions } from '../../../canvas/graph.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import { drawnDocument } from '../model/read-model.ts';

/** What became of a node: `fields` are the settings of it that differ. */
export type NodeMark = { as: 'added' | 'removed' } | { as: 'changed'; fields: string[] };
export type EdgeMark = 'added' | 'removed';

type Differences = {
  /** Everything that one of the documents has, to be drawn at once. */
  both: Pick<Pipeline, 'nodes' | 'edges' | 'triggers'> & { layout: Positions };
  /** By the id of a node or trigger; left out for what is the same. */
  nodes: ReadonlyMap<string, NodeMark>;
  /** By the id that an edge has on the canvas. */
  edges: ReadonlyMap<string, EdgeMark>;
};

/** What differs on the canvas between two documents: the later one with its places, and what it has no more. */
export function drawDifferences(before: Json, after: Json): Differences {
  const [old, now] = [drawnDocument(before), drawnDocument(after)];
  const nodes = pairs(
    old.draft.nodes.map(({ node }) => node),
    now.draft.nodes.map(({ node }) => node),
  );
  const triggers = pairs(
    old.draft.triggers.map(({ trigger }) => trigger),
    now.draft.triggers.map(({ trigger }) => trigger),
  );
  const edges = pairs(old.edges, now.edges);
  return {
    both: {
      nodes: nodes.map(latest),
      triggers: triggers.map(latest),
      edges: edges.map(latest).map(({ from, port, to }) => ({ from, port, to })),
      layout: { ...placesOf(before), ...placesOf(after) },
    },
    nodes: new Map(
      [...nodes, ...triggers].flatMap((pair): [string, NodeMark][] => {
        const mark = markOf<DrawnNode>(pair);
        return mark ? [[latest<DrawnNode>(pair).id, mark]] : [];
      }),
    ),
    edges: new Map(
      edges.flatMap((pair): [string, EdgeMark][] => {
        if (pair.before && pair.after) return [];
        return [[edgeId(latest(pair)), pair.after ? 'added' : 'removed']];
      }),
    ),
  };
}

type Pair<Item> = { before: Item | undefined; after: Item | undefined };

/** Those of both lists by their ids, the later ones first. */
function pairs<Item extends { id: string }>(before: Item[], after: Item[]): Pair<Item>[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((item) => [item.id, item])));
  const ids = new Set([...now!.keys(), ...old!.keys()]);
  return [...ids].map((id) => ({ before: old!.get(id), after: now!.get(id) }));
}

function latest<Item>({ before, after }: Pair<Item>): Item {
  return (after ?? before)!;
}

function markOf<Item extends object>({ before, after }: Pair<Item>): NodeMark | undefined {
  if (!before) return { as: 'added' };
  if (!after) return { as: 'removed' };
  const [old, now] = [before, after].map((item) => new Map(Object.entries(item)));
  const fields = [...new Set([...old!.keys(), ...now!.keys()])].filter(
    (key) => canonicalJson(old!.get(key) as Json) !== canonicalJson(now!.get(key) as Json),
  );
  return fields.length > 0 ? { as: 'changed', fields } : undefined;
}

function placesOf(document: Json): Positions {
  const layout = isJsonObject(document) ? document['layout'] : undefined;
  return Object.fromEntries(
    Object.entries(isJsonObject(layout) ? layout : {}).flatMap(([id, place]) =>
      isPosition(place) ? [[id, place]] : [],
    ),
  );
}

function isPosition(place: unknown): place is Position {
  return (
    isJsonObject(place as Json) &&
    typeof (place as Position).x === 'number' &&
    typeof (place as Position).y === 'number'
  );
}
