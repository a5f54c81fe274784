import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { childOf, firstPart } from '../../../../../contracts/pipelines/child-of.ts';
import type { NodeOf } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { joinPath } from '../../../api/node-paths.ts';
import { queries } from '../../../api/queries.ts';
import { expand } from '../../../canvas/body/expand.ts';
import type { Expanded } from '../../../canvas/body/expand.ts';
import { useBodies } from '../../../canvas/body/use-bodies.ts';
import { useOpened } from '../../../canvas/body/use-opened.ts';
import type { Graph } from '../../../canvas/graph.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import { isTrigger } from '../../../nodes/look.ts';
import { useRunContext } from '../run-context.ts';

const emptyGraph: Graph = { nodes: [], edges: [] };

/** Whether there is something to see inside of a node: a pipeline, or the calls of a map's tool. */
const canOpen = (node: DrawnNode) =>
  !isTrigger(node) && (childOf(node) !== undefined || node.kind === 'map');

/** What a map over a tool runs, as a pipeline of one node. */
function calls({ id, tool = '', args }: NodeOf<'map'>): Pipeline {
  const node = { id, kind: 'tool' as const, title: tool, tool, args, onError: 'fail' as const };
  return { name: id, inputs: {}, nodes: [node], edges: [], layout: { [id]: { x: 0, y: 0 } } };
}

/** The graph with frames in place of the cards that were opened; undefined while it has no places. */
export function useRunFrames(
  graph: Graph | undefined,
  { document, path }: { document: Pipeline; path: string },
): { expanded: Expanded; frames: { canOpen: typeof canOpen; toggle: (id: string) => void } } {
  const { run } = useRunContext();
  const { opened, toggle } = useOpened(document.name);
  const wanted = useMemo(
    () =>
      document.nodes
        .filter((node) => opened.includes(node.id) && childOf(node) !== undefined)
        // Every item and round runs the same.
        .map((node) => ({ id: node.id, path: joinPath(path, node.id) + firstPart(node) })),
    [document, opened, path],
  );
  const documents = useQueries({
    queries: wanted.map((one) => queries.childDocument(run.id, one.path)),
    combine: (results) => results.map(({ data }) => data as Pipeline | undefined),
  });
  const byId = useMemo(
    () =>
      new Map([
        ...wanted.flatMap(({ id }, index): [string, Pipeline][] =>
          documents[index] ? [[id, documents[index]]] : [],
        ),
        ...document.nodes.flatMap((node): [string, Pipeline][] => {
          const isTool = node.kind === 'map' && childOf(node) === undefined;
          return isTool && opened.includes(node.id) ? [[node.id, calls(node)]] : [];
        }),
      ]),
    [wanted, documents, document, opened],
  );
  const bodies = useBodies(byId, { footer: true });
  const expanded = useMemo(
    () => expand(graph ?? emptyGraph, bodies, { footer: true }),
    [graph, bodies],
  );
  const frames = useMemo(() => ({ canOpen, toggle }), [toggle]);
  return { expanded, frames };
}
