import { createHash } from 'node:crypto';
import type { RecordActivities } from '../../contracts/activities.ts';
import { canonicalJson } from '../../contracts/json.ts';
import type { Dependencies } from '../dependencies.ts';

/** Approvals as people find them, and the run's status while it waits for one. */
export function createApprovalRecords({
  approvals,
  artifacts,
  budgets,
  runs,
}: Dependencies): Pick<RecordActivities, 'requestApproval' | 'closeApproval' | 'raiseBudget'> {
  return {
    async requestApproval({ approvalId, expiresAt, show, editable, ...rest }) {
      const content = await artifacts.resolve(show);
      const asked = editable && {
        tool: editable.tool,
        args: await artifacts.resolve(editable.args),
      };
      const decidedOn = asked ? [content, asked.args] : content;
      const hash = createHash('sha256').update(canonicalJson(decidedOn)).digest('hex');
      await approvals.request({
        ...rest,
        id: approvalId,
        show: content,
        ...asked,
        hash,
        requestedAt: new Date(),
        expiresAt: new Date(expiresAt),
      });
      await runs.settleWaiting(rest.runId);
      return { hash };
    },

    async closeApproval({ approvalId, runId, ...decision }) {
      await approvals.close(approvalId, decision);
      await runs.settleWaiting(runId);
    },

    async raiseBudget({ approvalId, runId, account, byUsd, ...decision }) {
      await budgets.raise(account, byUsd, approvalId);
      await approvals.close(approvalId, { status: 'approved', ...decision });
      await runs.settleWaiting(runId);
    },
  };
}
