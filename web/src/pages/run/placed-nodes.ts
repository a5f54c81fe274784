import type { ChildPipelineView, NodeView, RunView } from '../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { joinPath, plainPath, titleAt, withoutPart, withoutParts } from '../../api/node-paths.ts';

/** A node of a run, or of a child pipeline of it. */
export type PlacedNode = {
  /** From the run's root. */
  path: string;
  title: string;
  node: NodeView;
};

/** All nodes of a run and of its child pipelines, by path. */
export function placedNodes(
  run: Pick<RunView, 'document' | 'nodes'>,
  children: Iterable<ChildPipelineView>,
): Map<string, PlacedNode> {
  const pipelines = [{ path: '', ...run }, ...children];
  return new Map(
    pipelines.flatMap(({ path: above, document, nodes }) =>
      nodes.map((node): [string, PlacedNode] => {
        const path = joinPath(above, node.id);
        return [path, { path, node, title: titleIn(document, node.id) }];
      }),
    ),
  );
}

function titleIn({ nodes }: Pipeline, id: string): string {
  return nodes.find((node) => node.id === id)?.title ?? id;
}

/** What a person calls what is at a path: the node's title, the agent that was asked, or which attempt it is. */
export function titleOfPath(placed: Map<string, PlacedNode>, nodePath: string): string {
  const path = withoutPart(plainPath(nodePath));
  return titleAt(nodePath, (placed.get(path) ?? likeIt(placed, path))?.title);
}

/** The same node in another item or round. */
function likeIt(placed: Map<string, PlacedNode>, path: string): PlacedNode | undefined {
  const plain = withoutParts(path);
  if (plain === path) return undefined;
  return [...placed.values()].find((other) => withoutParts(other.path) === plain);
}

/** The nodes that are in no item or round: of those, only the ones that are looked at are known. */
export function onceIn(placed: Map<string, PlacedNode>): PlacedNode[] {
  return [...placed.values()].filter(({ path }) => withoutParts(path) === path);
}
