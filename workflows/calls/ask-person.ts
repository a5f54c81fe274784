import {
  CancellationScope,
  condition,
  isCancellation,
  log,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  CloseApprovalInput,
  RecordActivities,
  RequestApprovalInput,
} from '../../contracts/activities/index.ts';
import type { AskedTerms } from '../../contracts/tools/approval-terms.ts';
import type { Escalation, RefusalReason } from '../../contracts/runs/decision.ts';
import type { Approvals } from './approvals.ts';
import type { ApprovalDecision } from '../messages.ts';
import { records } from '../proxies.ts';

export type Question = Omit<RequestApprovalInput, 'workflowId' | 'expiresAt' | 'escalation'> &
  AskedTerms;

/** What closing gives: nothing where it is closed. */
type Closed = Awaited<ReturnType<RecordActivities['closeApproval']>>;

/** The most rejected decisions that are recorded, so that a flood of them does not grow the history. */
const mostRefusals = 10;
const mostCharacters = 100;

/**
 * Records an approval, waits for its decision without a slot, and records the decision. It keeps waiting if the
 * decision is refused or more people must approve, and withdraws the approval if the wait is canceled.
 * @param approve puts an approval on record, where there is more to do than that.
 * @returns undefined when nobody decided in time.
 */
export async function askPerson(
  { timeoutMs, remindAfterMs, escalate, ...question }: Question,
  approvals: Approvals,
  approve?: (decision: ApprovalDecision) => Promise<Closed>,
): Promise<ApprovalDecision | undefined> {
  const { approvalId, runId, title, quorum = 1 } = question;
  let { approvers } = question;
  const askedAt = Date.now();
  const expiresAt = askedAt + timeoutMs;
  const escalation = escalate && escalationOf(escalate, askedAt);
  /** What happens while nobody decides, the earliest first. */
  const timers = [
    ...(remindAfterMs === undefined ? [] : [{ at: askedAt + remindAfterMs, act: remind }]),
    ...(escalate === undefined ? [] : [{ at: askedAt + escalate.afterMs, act: escalateNow }]),
  ].toSorted((one, other) => one.at - other.at);
  const { hash, digest } = await records.requestApproval.executeWithOptions(
    { summary: `${title} · ask ${approvers.join(' or ')}` },
    [
      {
        ...question,
        ...(escalation && { escalation }),
        workflowId: workflowInfo().workflowId,
        expiresAt,
      },
    ],
  );
  const { editable, call, effect } = question;
  const isEditable = (editable ?? call ?? effect) !== undefined;
  const refusals: Promise<void>[] = [];
  let leftMs = timeoutMs;
  for (;;) {
    const [timer] = timers;
    const decision = await untilDecided(timer ? Math.min(leftMs, timer.at - Date.now()) : leftMs);
    if (!decision && timer && timer.at < expiresAt) {
      timers.shift();
      await timer.act();
      leftMs = Math.max(expiresAt - Date.now(), 1);
      continue;
    }
    const open = await putOnRecord(decision);
    if (decision && open) {
      if ('refused' in open) onRefused(decision, open.reason ?? 'invalid-args', open.refused);
      leftMs = Math.max(expiresAt - Date.now(), 1);
      continue;
    }
    await Promise.all(refusals);
    return decision;
  }

  async function remind(): Promise<void> {
    await records.remindOfApproval.executeWithOptions({ summary: `${title} · remind` }, [
      { approvalId },
    ]);
  }

  async function escalateNow(): Promise<void> {
    approvers = [...approvers, ...(escalate?.approvers ?? [])];
    await records.escalateApproval.executeWithOptions(
      { summary: `${title} · ask ${escalate?.approvers.join(' or ')} too` },
      [{ approvalId }],
    );
  }

  async function untilDecided(waitMs: number): Promise<ApprovalDecision | undefined> {
    const place = { id: approvalId, hash, digest, approvers, isEditable, isOneOfMany: quorum > 1 };
    const pending = approvals.open({ ...place, onRefused });
    try {
      await condition(() => pending.decision !== undefined, Math.max(waitMs, 1), {
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

  /** Gives why the approval stays open, where it does. */
  async function putOnRecord(decision: ApprovalDecision | undefined): Promise<Closed> {
    if (!decision) return close({ status: 'expired' });
    const isApproved = decision.decision === 'approve';
    if (isApproved && approve) return approve(decision);
    const { args } = decision;
    const status = isApproved ? 'approved' : 'rejected';
    return close({ status, ...claimOf(decision), ...(isApproved && args && { editedArgs: args }) });
  }

  async function close(end: Omit<CloseApprovalInput, 'approvalId' | 'runId'>): Promise<Closed> {
    return records.closeApproval.executeWithOptions({ summary: `${title} · ${end.status}` }, [
      { approvalId, runId, ...end },
    ]);
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

function escalationOf(
  { afterMs, approvers, quorum }: NonNullable<AskedTerms['escalate']>,
  askedAt: number,
): Escalation {
  const at = new Date(askedAt + afterMs).toISOString();
  return { at, approvers, ...(quorum !== undefined && { quorum }) };
}

/** Who claims to have decided, and the proof. */
export function claimOf({ by, as, comment, token, hash, seal }: ApprovalDecision) {
  return { by, as, comment, token, seenHash: hash, seal };
}
