import { useEffect, useMemo, useState } from 'react';
import type { Pipeline } from '../../../contracts/pipelines/pipeline.ts';
import { autoLayout } from './auto-layout.ts';
import { graphOf, placeIn } from './graph.ts';
import type { Graph, Positions } from './graph.ts';

/** After this long the layout engine is tried again where it could not be loaded. */
const retryMs = 2_000;

type Placed = { unplaced: Graph; positions: Positions };

/**
 * A document's graph with a place for every card: that of the document's `layout`, else one that the
 * layout engine finds, in rows where the cards would be long and flat. Undefined while it looks for one.
 */
export function useGraph(
  document: Pick<Pipeline, 'nodes' | 'edges' | 'layout' | 'triggers'>,
  { footer = false }: { footer?: boolean } = {},
): Graph | undefined {
  const { nodes, edges, layout, triggers } = document;
  const unplaced = useMemo(
    () => graphOf({ nodes, edges, triggers }, { footer }),
    [nodes, edges, triggers, footer],
  );
  const [placed, setPlaced] = useState<Placed>();
  const isPlaced = nodes.every(({ id }) => placeIn(layout, id));

  useEffect(() => {
    if (isPlaced) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function place() {
      autoLayout(unplaced, 'rows').then(
        (positions) => isCurrent && setPlaced({ unplaced, positions }),
        () => {
          if (isCurrent) timer = setTimeout(place, retryMs);
        },
      );
    }
    place();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [unplaced, isPlaced]);

  return useMemo(() => {
    if (!isPlaced && placed?.unplaced !== unplaced) return undefined;
    const positions = { ...(isPlaced ? {} : placed?.positions), ...layout };
    return graphOf({ nodes, edges, triggers }, { footer, positions });
  }, [nodes, edges, triggers, layout, footer, isPlaced, placed, unplaced]);
}
