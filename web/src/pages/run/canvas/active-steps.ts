import type { StepView } from '../../../../../contracts/api/index.ts';
import { childOf } from '../../../api/node-paths.ts';

/** The step that goes on in each node of a pipeline, or in what is inside of it, and began last; by the node's id. */
export function activeByNode(steps: StepView[], pipelinePath: string): Map<string, StepView> {
  const active = new Map<string, StepView>();
  for (const step of steps) {
    if (step.status !== 'running') continue;
    const id = childOf(pipelinePath, step.nodePath);
    if (id !== undefined) active.set(id, step);
  }
  return active;
}
