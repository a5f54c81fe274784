import {
  CancellationScope,
  condition,
  isCancellation,
  log,
  workflowInfo,
} from '@temporalio/workflow';
import type { RequestApprovalInput } from '../../contracts/activities/index.ts';
import type { Approvals } from './approvals.ts';
import type { RefusalReason } from '../../contracts/runs/decision.ts';
import type { ApprovalDecision } from '../messages.ts';
import { records } from '../proxies.ts';

export type Question = Omit<RequestApprovalInput, 'workflowId' | 'expiresAt'> & {
  timeoutMs: number;
};

/** Decisions that do not count are on record up to this number: a flood of them must not grow the history. */
const mostRefusals = 10;
const mostCharacters = 100;

/**
 * Puts a question on record and waits for its decision, which holds no slot. Whoever asks closes the approval;
 * it is withdrawn when the waiting is cancelled.
 * @returns undefined when nobody decided in time.
 */
export async function askPerson(
  { timeoutMs, ...question }: Question,
  approvals: Approvals,
): Promise<ApprovalDecision | undefined> {
  const { approvalId, runId, title, approvers } = question;
  const { hash, digest } = await records.requestApproval.executeWithOptions(
    { summary: `${title} · ask ${approvers.join(' or ')}` },
    [
      {
        ...question,
        workflowId: workflowInfo().workflowId,
        expiresAt: Date.now() + timeoutMs,
      },
    ],
  );
  const { editable, call, effect } = question;
  const isEditable = (editable ?? call ?? effect) !== undefined;
  const refusals: Promise<void>[] = [];
  const pending = approvals.open({
    id: approvalId,
    hash,
    digest,
    approvers,
    isEditable,
    onRefused,
  });
  try {
    await condition(() => pending.decision !== undefined, timeoutMs, {
      summary: `${title} · waits for a person`,
    });
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() =>
        records.closeApproval.executeWithOptions({ summary: `${title} · withdrawn` }, [
          { approvalId, runId, status: 'withdrawn' },
        ]),
      );
    }
    throw error;
  } finally {
    approvals.close(approvalId);
  }
  await Promise.all(refusals);
  return pending.decision;

  function onRefused(decision: ApprovalDecision, reason: RefusalReason): void {
    // Approvals of older versions, which have no digest, put none on record.
    if (digest === undefined || refusals.length === mostRefusals) return;
    const by = decision.by.slice(0, mostCharacters);
    log.warn('A decision did not count', { runId, approvalId, by, reason });
    const number = refusals.length + 1;
    const refusal = { approvalId, number, at: new Date().toISOString(), by, reason };
    const recorded = records.recordRefusal.executeWithOptions(
      { summary: `${title} · decision refused` },
      [refusal],
    );
    // It fails only where the run is cancelled.
    refusals.push(recorded.catch(() => undefined));
  }
}
