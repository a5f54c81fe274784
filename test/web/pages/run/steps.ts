import { stepView } from '../../../contracts/runs/step-view.ts';
import type { NodeView, StepView } from '../../../../contracts/api/index.ts';
import type { PlacedNode } from '../../../../web/src/pages/run/placed-nodes.ts';

let sequence = 0;

/** A tool run that took from `start` to `end`, in milliseconds since the epoch. */
export function stepOf(
  nodePath: string,
  step: string,
  { start = 0, end = 1, ...rest }: Partial<StepView> & { start?: number; end?: number | null } = {},
): StepView {
  sequence += 1;
  return stepView({
    sequence,
    key: `run_1/${nodePath}#${step}`,
    nodePath,
    step,
    status: end === null ? 'running' : 'completed',
    input: null,
    startedAt: new Date(start).toISOString(),
    endedAt: end === null ? null : new Date(end).toISOString(),
    ...rest,
  });
}

export function nodeOf(id: string, node: Partial<NodeView> = {}): NodeView {
  return { id, kind: 'tool', status: 'completed', startedAt: null, endedAt: null, ...node };
}

/** A node at a path, under its id. */
export function placedOf(path: string, node?: Partial<NodeView>): PlacedNode {
  const id = path.split('/').at(-1) ?? path;
  return { path, title: id, node: nodeOf(id, node) };
}
