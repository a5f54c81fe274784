import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { autoLayout } from '../auto-layout.ts';
import { graphOf, placeIn } from '../graph.ts';
import type { Body, Positions } from '../graph.ts';
import { bodyOf } from './body.ts';

/**
 * What nodes run, each with a place for every card: those of its document, else those that the layout engine finds. What is not
 * placed yet is left out.
 * @param documents by the ids of the nodes; the same object as long as nothing of it changes.
 */
export function useBodies(
  documents: ReadonlyMap<string, Pipeline>,
  { footer = false }: { footer?: boolean } = {},
): ReadonlyMap<string, Body> {
  const wanted = useMemo(
    () =>
      [...documents].flatMap(([id, document]) => {
        const { nodes, edges, layout = {} } = document;
        if (nodes.length === 0) return [];
        const isPlaced = nodes.every((node) => placeIn(layout, node.id));
        return [{ id, document, isPlaced, graph: graphOf({ nodes, edges }, { footer }) }];
      }),
    [documents, footer],
  );
  const found = useQueries({
    queries: wanted.map(({ document: { nodes, edges }, isPlaced, graph }) => ({
      queryKey: ['body-layout', footer, nodes, edges],
      queryFn: () => autoLayout(graph),
      enabled: !isPlaced,
      staleTime: Infinity,
    })),
    combine: placesIn,
  });
  return useMemo(
    () =>
      new Map(
        wanted.flatMap(({ id, document, isPlaced }, index): [string, Body][] => {
          const positions = isPlaced ? document.layout : found[index];
          return positions ? [[id, bodyOf(document, { positions, footer })]] : [];
        }),
      ),
    [wanted, found, footer],
  );
}

function placesIn(results: { data: Positions | undefined }[]): (Positions | undefined)[] {
  return results.map(({ data }) => data);
}
