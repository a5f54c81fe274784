import { useMemo } from 'react';
import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import { childOf } from '../../../../../contracts/pipelines/child-of.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { joinPath } from '../../../api/node-paths.ts';
import { bodyPath, partShown } from '../parts.ts';
import { useRunContext } from '../run-context.ts';
import { totalsByNode, totalsOf } from '../totals.ts';
import type { Totals } from '../totals.ts';
import { activeByNode } from './active-steps.ts';

/** What goes on inside of a node, by the ids there. */
export type Inner = {
  /** Of the pipeline that runs there; undefined where it is a tool, or has not begun. */
  path: string | undefined;
  /** Undefined where nothing is known of it. */
  nodes: Map<string, NodeView> | undefined;
  totals: Map<string, Totals>;
  active: Map<string, StepView>;
  isOver: boolean;
  pathOf: (id: string) => string;
  open: (id: string) => void;
  isOpen: (id: string) => boolean;
};

/** What goes on inside of a node: in the item or round that is looked at, where it has several. */
export function useInner(
  node: PipelineNode,
  { nodePath, state }: { nodePath: string; state: NodeView | undefined },
): Inner {
  const { steps, children, chosen, place, hasEnded, openNode, openStep } = useRunContext();
  const isTool = childOf(node) === undefined;
  const number = partShown(state, nodePath, chosen);
  const path = isTool ? undefined : bodyPath(state, nodePath, chosen);
  const child = path === undefined ? undefined : children.get(path);
  const step = useMemo(
    () =>
      isTool && number !== undefined
        ? steps.find((one) => one.nodePath === nodePath && one.step === `item-${number}`)
        : undefined,
    [isTool, steps, nodePath, number],
  );
  const known = useMemo(() => {
    if (step) return [node.id, nodeOf(node.id, step)] as const;
    return undefined;
  }, [node.id, step]);
  const nodes = useMemo(() => {
    if (known) return new Map([known]);
    return child && new Map(child.nodes.map((one) => [one.id, one]));
  }, [known, child]);
  const totals = useMemo(() => {
    if (step) return new Map([[node.id, totalsOf([step])]]);
    return path === undefined ? new Map<string, Totals>() : totalsByNode(steps, path);
  }, [node.id, step, steps, path]);
  const active = useMemo(
    () => (path === undefined ? new Map<string, StepView>() : activeByNode(steps, path)),
    [steps, path],
  );
  const stands = number === undefined ? state?.status : state?.parts?.[number - 1];
  const pathOf = (id: string) => (isTool ? nodePath : joinPath(path ?? nodePath, id));
  return {
    path,
    nodes,
    totals,
    active,
    isOver: hasEnded || !['running', 'waiting', 'pending'].includes(stands ?? ''),
    pathOf,
    open: (id) => (step ? openStep(nodePath, step.step) : openNode(pathOf(id))),
    isOpen: (id) => place.at === pathOf(id) && place.step === step?.step,
  };
}

/** A call of a tool as the node that it would be. */
function nodeOf(
  id: string,
  { status, output, error, startedAt, endedAt, outside }: StepView,
): NodeView {
  return {
    id,
    kind: 'tool',
    status,
    ...(output !== null && { output }),
    ...(error !== null && { error }),
    ...(outside && { outside }),
    startedAt,
    endedAt,
  };
}
