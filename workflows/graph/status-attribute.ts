import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { RunStatus } from '../../contracts/runs/run.ts';
import {
  keywordText,
  moreSearchAttributes,
  searchAttributes,
} from '../../contracts/temporal/search-attributes.ts';

const key = { name: searchAttributes.status, type: 'KEYWORD' } as const;
const failedKey = { name: moreSearchAttributes.failedNode, type: 'KEYWORD' } as const;
const versionKey = { name: moreSearchAttributes.version, type: 'KEYWORD' } as const;

/**
 * Shows a run's status where the Temporal UI can filter by it. A workflow that was started without the
 * attribute does without: its server does not know it, or it is a child. With the end of a run that failed it shows the node,
 * where the run was started by an API that made that attribute too: it gave the run its version.
 */
export function createStatusAttribute(): (status: RunStatus, failedNode?: string) => void {
  const { typedSearchAttributes: given } = workflowInfo();
  let shown = given.get(key);
  const knowsNode = given.get(versionKey) !== undefined;
  return (status, failedNode) => {
    if (shown === undefined || shown === status) return;
    shown = status;
    const value = failedNode && knowsNode ? keywordText(failedNode) : undefined;
    upsertSearchAttributes([{ key, value: status }, ...(value ? [{ key: failedKey, value }] : [])]);
  };
}
