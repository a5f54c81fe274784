import type { NodeProps } from '@xyflow/react';
import { use } from 'react';
import { joinPath } from '../../../api/node-paths.ts';
import { FrameToggle } from '../../../canvas/body/frame-toggle.tsx';
import type { CardNode } from '../../../canvas/graph.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';
import { statusLooks } from '../../../components/runs/status.tsx';
import { isTrigger } from '../../../nodes/look.ts';
import { useRunContext } from '../run-context.ts';
import { faceOf } from './run-face.tsx';
import { RunFrame } from './run-frame.tsx';
import { RunOverlay } from './run-overlay.ts';
import { fullTime } from '../../../components/values/instant.ts';

/** A node of a run: its border shows its status, its footer time and usage; opened, what it runs. */
export function RunCard({ id, data: { node, size, body }, selected }: NodeProps<CardNode>) {
  const { path, nodes, looks, totals, active, hasEnded, frames } = use(RunOverlay);
  const { run } = useRunContext();
  if (isTrigger(node)) {
    return (
      <NodeCard
        node={node}
        size={size}
        selected={selected}
        footer={run.cause && <span className="truncate text-muted">{fullTime(run.cause.at)}</span>}
      />
    );
  }
  const nodePath = joinPath(path, id);
  const state = nodes.get(id);
  const { line, ...face } = faceOf({
    nodePath,
    state,
    look: looks.get(id) ?? statusLooks.pending,
    totals: totals.get(id),
    active: active.get(id),
    isOver: hasEnded,
  });
  return (
    <NodeCard
      node={node}
      size={size}
      selected={selected}
      {...face}
      aside={
        frames.canOpen(node) && (
          <FrameToggle
            title={node.title ?? id}
            isOpen={body !== undefined}
            onToggle={() => frames.toggle(id)}
          />
        )
      }
      {...(body
        ? { content: <RunFrame node={node} nodePath={nodePath} state={state} body={body} /> }
        : { line })}
    />
  );
}
