import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isSameSecret } from '../../db/repositories/access/secrets.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { isOver } from '../runs/cancel-run.ts';
import { settleRun } from '../runs/settle-run.ts';
import { approvedContent } from '../../db/views/signed-voice.ts';
import type { Services } from '../services.ts';
import { notWhatWasSeen } from './changed-since.ts';
import { requireApprover } from './require-approver.ts';
import { callProblems } from '../../contracts/tools/argument-rules.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import { publishedCatalog } from '../catalog/catalog.ts';

export type Decision = {
  decision: 'approve' | 'reject';
  principal: Principal;
  comment?: string;
  args?: JsonObject;
  /** Of what the person saw. */
  hash?: string;
  /** The approval's token, where whoever decides gave it. */
  token?: string;
};

const patienceMs = 3_000;
const lookAgainMs = 50;

/**
 * Signals a decision to the workflow that waits for it, bound to the content that is on record, and waits
 * a few seconds for the record to show it.
 * @returns the approval as it is then; still `pending` when no worker has answered.
 * @throws {Problem} `conflict` when it is decided already or this person has approved it, `forbidden` for someone who may not decide
 * and for a wrong token, `invalid-request` for arguments that do not fit.
 */
export async function decideApproval(
  services: Services,
  approval: ApprovalRow,
  { principal, ...decision }: Decision,
): Promise<ApprovalRow> {
  const { id, runId, workflowId, hash } = approval;
  if (approval.status !== 'pending') throw decidedAlready(approval);
  const { name: by } = principal;
  const isReject = decision.decision === 'reject';
  const as = await requireApprover(services, approval, { principal, isReject });
  if (decision.hash !== undefined && decision.hash !== hash) {
    throw await notWhatWasSeen(services, approval, decision.hash);
  }
  const token = await services.approvals.tokenOf(id);
  if (decision.token !== undefined && !isSameSecret(decision.token, token ?? '')) {
    throw new Problem(
      'forbidden',
      `The token of approval ${id} is wrong. Get it with GET /api/v1/approvals/${id}/token.`,
    );
  }
  if (decision.args) await checkEditedArgs(services, approval, decision.args);
  if (!isReject) requireNewVoice(approval, by, decision.args);
  const sent = { ...decision, by, approvalId: id, hash, ...(token !== null && { token }) };
  const seal = services.signatures.seals.sign(sent);
  try {
    await services.temporal.resolveApproval(workflowId, {
      ...sent,
      ...(as !== by && { as }),
      seal,
    });
  } catch (error) {
    if (!isOver(error)) throw error;
    await settleRun(services, runId, await services.temporal.execution(runId));
    throw new Problem('conflict', `Run ${runId} is no longer waiting for this approval.`);
  }
  const decided = await waitForDecision(services, approval, by);
  if (hasNewVoice(decided, approval, by)) return decided;
  if (decided.status !== 'pending' && !isDecidedBy(decided, decision))
    throw decidedAlready(decided);
  return decided;
}

/** Whether it came out as somebody decided: of two who approve other arguments, the first one counts. */
function isDecidedBy(
  decided: ApprovalRow,
  { decision, args }: Omit<Decision, 'principal'>,
): boolean {
  const wanted = decision === 'approve' ? 'approved' : 'rejected';
  return decided.status === wanted && isDeepStrictEqual(decided.editedArgs, args ?? null);
}

async function waitForDecision(
  { approvals }: Services,
  approval: ApprovalRow,
  by: string,
): Promise<ApprovalRow> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const latest = (await approvals.get(approval.id)) ?? approval;
    if (hasNewVoice(latest, approval, by)) return latest;
    if (latest.status !== 'pending' || Date.now() >= deadline) return latest;
    await delay(lookAgainMs);
  }
}

/** Whether somebody's approval is counted since an approval was read. */
function hasNewVoice(latest: ApprovalRow, before: ApprovalRow, by: string): boolean {
  return latest.voices.slice(before.voices.length).some((voice) => voice.by === by);
}

/** @throws {Problem} `conflict` for somebody who has approved the same already. */
function requireNewVoice(approval: ApprovalRow, by: string, args: JsonObject | undefined): void {
  const last = approval.voices.at(-1);
  if (last?.hash !== approvedContent(approval, args).hash || !last.counts.includes(by)) return;
  throw new Problem(
    'conflict',
    `${by} has already approved this: ${last.counts.length} of ${approval.quorum}. Someone else must approve too.`,
  );
}

function decidedAlready({ id, status, decidedBy, editedArgs }: ApprovalRow): Problem {
  const by = decidedBy ? ` by ${decidedBy}` : '';
  const changed = editedArgs ? ', with changed arguments' : '';
  return new Problem('conflict', `Approval ${id} is already ${status}${by}${changed}.`);
}

/**
 * Makes sure that changed arguments are what their tool takes, each by itself and all together, so that a slip is told at
 * once, and what waits goes on waiting. What they mean is checked when the tool runs.
 * @throws {Problem} `invalid-request` with the place of each mistake, or since nothing can be changed.
 */
async function checkEditedArgs(
  services: Services,
  { id, tool }: ApprovalRow,
  args: JsonObject,
): Promise<void> {
  if (tool === null) {
    throw new Problem(
      'invalid-request',
      `Approval ${id} has no arguments to change. Approve or reject it without args.`,
    );
  }
  const { tools } = await publishedCatalog(services);
  const spec = entryOf(toolsByName(tools), tool);
  const mistakes = spec ? callProblems({ tool, parameters: spec.parameters }, args, ['args']) : [];
  if (mistakes.length === 0) return;
  throw new Problem('invalid-request', `The arguments are not valid for ${tool}.`, mistakes);
}
