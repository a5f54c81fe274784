import {
  CancellationScope,
  condition,
  isCancellation,
  log,
  workflowInfo,
} from '@temporalio/workflow';
import type { CloseApprovalInput, RequestApprovalInput } from '../../contracts/activities/index.ts';
import type { RefusalReason } from '../../contracts/runs/decision.ts';
import type { Approvals } from './approvals.ts';
import type { ApprovalDecision } from '../messages.ts';
import { records } from '../proxies.ts';

export type Question = Omit<RequestApprovalInput, 'workflowId' | 'expiresAt'> & {
  timeoutMs: number;
};

/** Decisions that do not count are on record up to this number: a flood of them must not grow the history. */
const mostRefusals = 10;
const mostCharacters = 100;

/**
 * Puts a question on record, waits for its decision, which holds no slot, and puts that on record too. It goes on waiting
 * where the decision is refused there, and is withdrawn when the waiting is cancelled.
 * @param approve puts an approval on record, where there is more to do than that.
 * @returns undefined when nobody decided in time.
 */
export async function askPerson(
  { timeoutMs, ...question }: Question,
  approvals: Approvals,
  approve?: (decision: ApprovalDecision) => Promise<void>,
): Promise<ApprovalDecision | undefined> {
  const { approvalId, runId, title, approvers } = question;
  const expiresAt = Date.now() + timeoutMs;
  const { hash, digest } = await records.requestApproval.executeWithOptions(
    { summary: `${title} · ask ${approvers.join(' or ')}` },
    [{ ...question, workflowId: workflowInfo().workflowId, expiresAt }],
  );
  const { editable, call, effect } = question;
  const isEditable = (editable ?? call ?? effect) !== undefined;
  const refusals: Promise<void>[] = [];
  let leftMs = timeoutMs;
  for (;;) {
    const decision = await untilDecided();
    const refused = await putOnRecord(decision);
    if (decision && refused !== undefined) {
      onRefused(decision, 'invalid-args', refused);
      leftMs = Math.max(expiresAt - Date.now(), 1);
      continue;
    }
    await Promise.all(refusals);
    return decision;
  }

  async function untilDecided(): Promise<ApprovalDecision | undefined> {
    const place = { id: approvalId, hash, digest, approvers, isEditable };
    const pending = approvals.open({ ...place, onRefused });
    try {
      await condition(() => pending.decision !== undefined, leftMs, {
        summary: `${title} · waits for a person`,
      });
    } catch (error) {
      if (isCancellation(error)) {
        await CancellationScope.nonCancellable(() => close({ status: 'withdrawn' }));
      }
      throw error;
    } finally {
      approvals.close(approvalId);
    }
    return pending.decision;
  }

  /** Gives why the decision was refused, where it was. */
  async function putOnRecord(decision: ApprovalDecision | undefined): Promise<string | undefined> {
    if (!decision) return close({ status: 'expired' });
    const isApproved = decision.decision === 'approve';
    if (isApproved && approve) {
      await approve(decision);
      return undefined;
    }
    const { args } = decision;
    const status = isApproved ? 'approved' : 'rejected';
    return close({ status, ...claimOf(decision), ...(isApproved && args && { editedArgs: args }) });
  }

  async function close(
    end: Omit<CloseApprovalInput, 'approvalId' | 'runId'>,
  ): Promise<string | undefined> {
    const closed = await records.closeApproval.executeWithOptions(
      { summary: `${title} · ${end.status}` },
      [{ approvalId, runId, ...end }],
    );
    // Older versions gave nothing.
    return closed?.refused;
  }

  function onRefused(decision: ApprovalDecision, reason: RefusalReason, detail?: string): void {
    // Approvals of older versions, which have no digest, put none on record.
    if (digest === undefined || refusals.length === mostRefusals) return;
    const by = decision.by.slice(0, mostCharacters);
    log.warn('A decision did not count', { runId, approvalId, by, reason });
    const number = refusals.length + 1;
    const at = new Date().toISOString();
    const recorded = records.recordRefusal.executeWithOptions(
      { summary: `${title} · decision refused` },
      [{ approvalId, number, at, by, reason, ...(detail !== undefined && { detail }) }],
    );
    // It fails only where the run is cancelled.
    refusals.push(recorded.catch(() => undefined));
  }
}

/** Who says to have decided, and what proves it. */
export function claimOf({ by, comment, token, hash, seal }: ApprovalDecision) {
  return { by, comment, token, seenHash: hash, seal };
}
