import { executeChild } from '@temporalio/workflow';
import type { ChildWorkflowOptions, Workflow, WorkflowResultType } from '@temporalio/workflow';
import { childWorkflowId } from './child-id.ts';
import { childPolicy } from './proxies.ts';
import type { Waits } from './waits.ts';

/**
 * Runs a child to its end; what it waited for is over with it.
 * @param child.path node ids from the run's root, which the child's id is made of.
 */
export async function runChild<Child extends Workflow>(
  type: string,
  child: {
    runId: string;
    path: string;
    args: Parameters<Child>;
    waits: Waits;
  } & Pick<ChildWorkflowOptions, 'staticSummary' | 'staticDetails'>,
): Promise<WorkflowResultType<Child>> {
  const { runId, path, args, waits, ...texts } = child;
  const workflowId = childWorkflowId(runId, path);
  try {
    // The type of the options cannot follow a child that is still open.
    return await executeChild<Child>(type, {
      ...childPolicy,
      ...texts,
      workflowId,
      args,
    } as never);
  } finally {
    await waits.endThrough(workflowId);
  }
}
