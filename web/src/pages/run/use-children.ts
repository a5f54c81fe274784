import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChildPipelineView, RunView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { joinPath } from '../../api/node-paths.ts';

/** How often a child that goes on is looked at. */
const everyMs = 1_000;

type Begun = { path: string; isOver: boolean };

/**
 * The child pipelines of a run that have begun, those inside of them too, by the path of the node that runs them. Each
 * is read until it is over, and then for the last time.
 */
export function useChildren(run: RunView, hasEnded: boolean): Map<string, ChildPipelineView> {
  const client = useQueryClient();
  const read = (path: string, isOver: boolean) =>
    client.getQueryData<ChildPipelineView>(queries.childPipeline(run.id, path, isOver).queryKey);
  const begun = begunIn('', run.nodes, (path) => read(path, true) ?? read(path, false));
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
  nodes: RunView['nodes'],
  childAt: (path: string) => ChildPipelineView | undefined,
): Begun[] {
  return nodes.flatMap(({ id, kind, startedAt, endedAt }) => {
    if (kind !== 'pipeline' || startedAt === null) return [];
    const path = joinPath(above, id);
    return [
      { path, isOver: endedAt !== null },
      ...begunIn(path, childAt(path)?.nodes ?? [], childAt),
    ];
  });
}
