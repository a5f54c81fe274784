import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChildPipelineView, NodeView, RunView } from '../../../../contracts/api/index.ts';
import { childOf } from '../../../../contracts/pipelines/child-of.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { joinPath } from '../../api/node-paths.ts';
import { queries } from '../../api/queries.ts';
import { bodyPath, partShown } from './parts.ts';
import type { ChosenParts } from './parts.ts';

/** How often a child that goes on is looked at. */
const everyMs = 1_000;

type Begun = { path: string; isOver: boolean };
type Level = { document: Pipeline; nodes: NodeView[] };

/**
 * The child pipelines of a run that have begun, those inside of them too, by their path: of a map or loop the item or round that is
 * looked at. Each is read until it is over, and then for the last time.
 */
export function useChildren(
  run: RunView,
  { hasEnded, chosen }: { hasEnded: boolean; chosen: ChosenParts },
): Map<string, ChildPipelineView> {
  const client = useQueryClient();
  const read = (path: string, isOver: boolean) =>
    client.getQueryData<ChildPipelineView>(queries.childPipeline(run.id, path, isOver).queryKey);
  const begun = begunIn('', run, {
    chosen,
    childAt: (path) => read(path, true) ?? read(path, false),
  });
  const children = useQueries({
    queries: begun.map((child) => {
      const { path } = child;
      const isOver = child.isOver || hasEnded;
      return {
        ...queries.childPipeline(run.id, path, isOver),
        refetchInterval: isOver ? (false as const) : everyMs,
        placeholderData: () => read(path, false),
      };
    }),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(() => new Map(children.map((child) => [child.path, child])), [children]);
}

function begunIn(
  above: string,
  { document, nodes }: Level,
  known: { chosen: ChosenParts; childAt: (path: string) => ChildPipelineView | undefined },
): Begun[] {
  const defined = new Map(document.nodes.map((node) => [node.id, node]));
  return nodes.flatMap((node) => {
    const definition = defined.get(node.id);
    if (!definition || childOf(definition) === undefined) return [];
    const own = joinPath(above, node.id);
    const path = bodyPath(node, own, known.chosen);
    if (path === undefined) return [];
    const part = node.parts?.[(partShown(node, own, known.chosen) ?? 0) - 1];
    const isPartOver = part !== undefined && part !== 'running' && part !== 'pending';
    const child = known.childAt(path);
    return [
      { path, isOver: node.endedAt !== null || isPartOver },
      ...(child ? begunIn(path, child, known) : []),
    ];
  });
}
