import { useEffect, useMemo, useRef } from 'react';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import type { Graph } from '../../../canvas/graph.ts';
import { useGraph } from '../../../canvas/use-graph.ts';
import { objectIn } from '../../../document/raw.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { DrawnDocument } from './read-model.ts';

/** The graph of what is edited. While new cards are placed, the one before stays. */
export function usePlacedGraph(document: Json, { draft }: DrawnDocument): Graph | undefined {
  const drawable = useMemo(
    () => ({
      nodes: draft.nodes.map(({ node }) => node),
      edges: draft.edges.map(({ edge }) => edge),
      layout: layoutOf(document),
    }),
    [document, draft],
  );
  const graph = useGraph(drawable);
  const last = useRef<Graph>(undefined);
  useEffect(() => {
    if (graph) last.current = graph;
  }, [graph]);
  return graph ?? last.current;
}

/** The places that are places. */
function layoutOf(document: Json): NonNullable<Pipeline['layout']> {
  return Object.fromEntries(
    Object.entries(objectIn(document, 'layout')).flatMap(([id, place]) => {
      if (!isJsonObject(place)) return [];
      const { x, y } = place;
      return typeof x === 'number' && typeof y === 'number' ? [[id, { x, y }]] : [];
    }),
  );
}
