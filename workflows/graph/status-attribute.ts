import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { RunStatus } from '../../contracts/runs/run.ts';
import { searchAttributes } from '../../contracts/temporal/search-attributes.ts';

const key = { name: searchAttributes.status, type: 'KEYWORD' } as const;

/**
 * Shows a run's status where the Temporal UI can filter by it. A workflow that was started without the
 * attribute does without: its server does not know it, or it is a child.
 */
export function createStatusAttribute(): (status: RunStatus) => void {
  let shown = workflowInfo().typedSearchAttributes.get(key);
  return (status) => {
    if (shown === undefined || shown === status) return;
    shown = status;
    upsertSearchAttributes([{ key, value: status }]);
  };
}
