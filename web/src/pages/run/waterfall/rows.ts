import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import { joinPath, nodeAlone } from '../../../api/node-paths.ts';
import type { PlacedNode } from '../placed-nodes.ts';

/** A line of the waterfall: a node, a further attempt at it, a delegation, or one step. */
export type Row = {
  /** The node path, or the step's key. */
  id: string;
  depth: number;
  start: number;
  /** Undefined while it goes on. */
  end: number | undefined;
} & (
  | { type: 'group'; nodePath: string; node: NodeView | undefined; count: number; hasRows: boolean }
  | { type: 'step'; step: StepView }
);

type Group = {
  nodePath: string;
  node: NodeView | undefined;
  steps: StepView[];
  groups: Map<string, Group>;
};

/**
 * Every model call and tool run, inside the node or delegation it belongs to, in the order in which they
 * began. Nodes that have begun have a line even where they have no steps, but for those
 * that were kept from another run.
 * @param nodes those of the run and of its child pipelines
 * @param isFolded whether what is inside a node path is left out
 */
export function waterfallRows(
  nodes: Iterable<PlacedNode>,
  steps: StepView[],
  isFolded: (nodePath: string) => boolean = () => false,
): Row[] {
  const root = newGroup('');
  for (const { path, node } of nodes) {
    if (node.startedAt !== null && node.keptFrom === undefined) groupAt(root, path).node = node;
  }
  for (const step of steps) groupAt(root, step.nodePath).steps.push(step);
  return rowsIn(root, -1, isFolded).slice(1);
}

/** The group of a path, made with those above it where it is not there. */
function groupAt(root: Group, nodePath: string): Group {
  let group = root;
  for (const path of pathsTo(nodePath)) {
    const next = group.groups.get(path) ?? newGroup(path);
    group.groups.set(path, next);
    group = next;
  }
  return group;
}

function newGroup(nodePath: string): Group {
  return { nodePath, node: undefined, steps: [], groups: new Map() };
}

/** The paths on the way; a further attempt is inside of its node, and so is a round: `a`, `a.try-2`, `a.try-2/b`. */
function pathsTo(nodePath: string): string[] {
  let above = '';
  return nodePath.split('/').flatMap((part) => {
    const path = joinPath(above, part);
    const plain = nodeAlone(path);
    above = path;
    return plain === path ? [path] : [plain, path];
  });
}

function countSteps({ steps, groups }: Group): number {
  return steps.length + [...groups.values()].reduce((sum, group) => sum + countSteps(group), 0);
}

function rowsIn(group: Group, depth: number, isFolded: (nodePath: string) => boolean): Row[] {
  const inner = [
    ...[...group.groups.values()].map((child) => rowsIn(child, depth + 1, isFolded)),
    ...group.steps.map((step): Row[] => [stepRow(step, depth + 1)]),
  ].toSorted(([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0));
  const { nodePath, node } = group;
  const own: Row = {
    type: 'group',
    id: nodePath,
    nodePath,
    depth,
    node,
    count: countSteps(group),
    hasRows: inner.length > 0,
    ...spanOf(node, inner),
  };
  return [own, ...(isFolded(nodePath) ? [] : inner.flat())];
}

function stepRow(step: StepView, depth: number): Row {
  const { startedAt, endedAt } = step;
  return {
    type: 'step',
    id: step.key,
    depth,
    step,
    start: Date.parse(startedAt),
    end: endedAt === null ? undefined : Date.parse(endedAt),
  };
}

/** A node's own times, else those of what is inside. */
function spanOf(node: NodeView | undefined, inner: Row[][]): Pick<Row, 'start' | 'end'> {
  if (node?.startedAt) {
    return {
      start: Date.parse(node.startedAt),
      end: node.endedAt === null ? undefined : Date.parse(node.endedAt),
    };
  }
  const rows = inner.flatMap(([first]) => first ?? []);
  const isOpen = rows.some(({ end }) => end === undefined);
  return {
    start: Math.min(...rows.map(({ start }) => start)),
    end: isOpen ? undefined : Math.max(...rows.map(({ end }) => end ?? 0)),
  };
}
