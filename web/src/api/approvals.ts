import type { ApprovalView } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

export type ApprovalDecision = {
  decision: 'approve' | 'reject';
  comment?: string;
  /** What is approved in place of what was asked for. */
  args?: JsonObject;
};

/**
 * Decides an approval; what shows it, or its run, is then read again.
 * @throws {ApiProblem} 409 where it is decided already, 422 with the place of each argument that does not fit.
 */
export async function decideApproval(
  { id, runId }: Pick<ApprovalView, 'id' | 'runId'>,
  body: ApprovalDecision,
): Promise<ApprovalView> {
  try {
    return await request<ApprovalView>(`/api/v1/approvals/${id}`, { method: 'POST', body });
  } finally {
    // Not waited for: without a server they are tried for long.
    for (const queryKey of [['approvals'], ['run', runId], ['steps', runId]]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }
}
