import { condition, isCancellation } from '@temporalio/workflow';
import { durationMs } from '../../contracts/base/duration.ts';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';

/**
 * Waits for the deadline of a join.
 * @returns true when it has passed while the join was still open, false when that no longer matters.
 */
export async function waitForDeadline(
  node: PipelineNode | undefined,
  isOver: () => boolean,
): Promise<boolean> {
  if (node?.kind !== 'join' || node.deadline === undefined) return false;
  try {
    const over = await condition(isOver, durationMs(node.deadline), {
      summary: `${node.id} · deadline of the join`,
    });
    return !over;
  } catch (error) {
    if (isCancellation(error)) return false;
    throw error;
  }
}
