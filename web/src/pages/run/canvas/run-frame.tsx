import type { NodeView } from '../../../../../contracts/api/index.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { Body, CardNode, PortEdge } from '../../../canvas/graph.ts';
import { BodyDrawing } from '../../../canvas/body/body-drawing.tsx';
import { CardFace } from '../../../canvas/card-face.tsx';
import { statusLooks } from '../../../components/runs/status.tsx';
import { nodeStatusLook } from '../node-status.ts';
import type { NodeStatusLook } from '../node-status.ts';
import { useRunContext } from '../run-context.ts';
import { edgeState } from './edge-states.ts';
import { PartBar } from './part-bar.tsx';
import { faceOf } from './run-face.tsx';
import { useInner } from './use-inner.ts';

type RunFrameProps = {
  node: PipelineNode;
  nodePath: string;
  state: NodeView | undefined;
  body: Body;
};

/** What a node runs, as it stands: of a map or loop the item or round that is chosen above it. */
export function RunFrame({ node, nodePath, state, body }: RunFrameProps) {
  const { run } = useRunContext();
  const inner = useInner(node, { nodePath, state });
  const { nodes, isOver } = inner;

  function card({ id, data: { node: drawn, size } }: CardNode) {
    const one = nodes?.get(id);
    const path = inner.pathOf(id);
    const look: NodeStatusLook = one
      ? nodeStatusLook(one, { nodePath: path, agents: run.interrupted })
      : statusLooks.pending;
    const standing = {
      nodePath: path,
      state: one,
      look,
      totals: inner.totals.get(id),
      active: inner.active.get(id),
      isOver,
    };
    return (
      <>
        <CardFace
          node={drawn}
          size={size}
          selected={inner.isOpen(id)}
          {...(nodes ? faceOf(standing) : { isIdle: true })}
        />
        {nodes && (
          <button
            type="button"
            aria-label={`${drawn.title ?? id}, ${drawn.kind}, ${look.note ?? look.label}`}
            className="nodrag nopan absolute inset-0 cursor-pointer rounded-xl hover:bg-hover/40"
            onClick={(event) => {
              event.stopPropagation();
              inner.open(id);
            }}
          />
        )}
      </>
    );
  }

  const edgeClass = (edge: PortEdge) => (nodes ? `is-${edgeState(edge, nodes, isOver)}` : '');
  return (
    <>
      <PartBar node={node} nodePath={nodePath} state={state} path={inner.path} />
      <BodyDrawing body={body} card={card} edgeClass={edgeClass} />
    </>
  );
}
