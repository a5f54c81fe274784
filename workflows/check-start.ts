import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';
import { failure } from './errors.ts';
import { localRecords } from './proxies.ts';

/**
 * Ends a workflow that Baton did not start, before it does anything. A cancel does not keep it from being checked.
 * @throws `NotStartedByBaton`
 */
export async function checkStart(
  start: Parameters<typeof localRecords.checkStart>[0],
): Promise<void> {
  // What began on an earlier version is not checked.
  if (!patched('check-start')) return;
  await CancellationScope.nonCancellable(() => localRecords.checkStart(start));
}

/** The workflow that this one is a child of. */
export function parentOf(): { parent?: string } {
  const { parent } = workflowInfo();
  return parent ? { parent: parent.workflowId } : {};
}

/**
 * For what only ever runs as a child.
 * @throws `NotStartedByBaton`
 */
export function requireParent(): void {
  if (workflowInfo().parent) return;
  const message = 'Baton did not start this pipeline: it runs only as the child of a run.';
  throw failure({ type: 'NotStartedByBaton', message });
}
