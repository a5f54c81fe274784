import { queryOptions } from '@tanstack/react-query';
import type { ApprovalPreview, ApprovalToken, ApprovalView } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { search } from './queries/list.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

export type ApprovalDecision = {
  decision: 'approve' | 'reject';
  comment?: string;
  /** What is approved in place of what was asked for. */
  args?: JsonObject;
  /** Of what the person saw. */
  hash: string;
  /** What it is approved despite: why the call would be refused, as the person saw it. */
  despite?: string[];
};

/** How often what a call would do now is looked up while its approval is in sight. */
const previewMs = 5_000;

/** What a call that waits for approval would do now, kept up to date. */
export const previewQuery = (id: string, args: JsonObject | undefined) =>
  queryOptions({
    queryKey: ['approval-preview', id, args],
    queryFn: () =>
      request<ApprovalPreview>(
        `/api/v1/approvals/${id}/preview${search({ args: args && JSON.stringify(args) })}`,
      ),
    refetchInterval: previewMs,
    // The next one comes soon.
    retry: false,
  });

/** The command that decides an approval by a signal; it holds a secret, and is forgotten when nothing shows it. */
export const tokenQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval-token', id],
    queryFn: () => request<ApprovalToken>(`/api/v1/approvals/${id}/token`),
    gcTime: 0,
    retry: false,
  });

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
