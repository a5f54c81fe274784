import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { PlanDue } from '../../contracts/activities/index.ts';
import type { Plan, PlanStep } from '../../contracts/agents/plan.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { askedTerms } from '../../contracts/tools/approval-terms.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { Conversation } from '../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import { rejectionText } from './rejected-plan.ts';

/**
 * SHA-256 of what a person approves of an agent's plan, hex: what its steps say, in their order. How far they are is none
 * of it.
 */
function planHash(
  { nodePath, agent }: Pick<Conversation, 'nodePath' | 'agent'>,
  plan: Plan,
): string {
  // A later attempt at a node keeps what was approved at an earlier one.
  const node = nodePath.replace(/\.try-\d+$/, '');
  const texts = plan.steps.map(({ text }) => text);
  return createHash('sha256')
    .update(canonicalJson(['plan', node, agent.name, texts]))
    .digest('hex');
}

/** How a person has decided on the plan of an agent; `free` of one that needs nobody's approval. */
export type PlanStanding =
  | { is: 'free' | 'none' | 'approved' }
  | { is: 'rejected'; by: string | null; comment: string | null }
  | { is: 'due'; due: PlanDue };

type Needs = { approvals: Pick<ApprovalRepository, 'ofHash'> };

/** Looks up how a plan stands. An approval that ended without a decision is asked for anew. */
export async function planStanding(
  conversation: Conversation,
  plan: Plan | undefined,
  { approvals }: Needs,
): Promise<PlanStanding> {
  const terms = conversation.agent.planApproval;
  if (!terms) return { is: 'free' };
  if (!plan) return { is: 'none' };
  const row = await approvals.ofHash(planHash(conversation, plan), [conversation.runId]);
  if (row?.status === 'approved') return { is: 'approved' };
  if (row?.status === 'rejected')
    return { is: 'rejected', by: row.decidedBy, comment: row.comment };
  return { is: 'due', due: { status: 'plan_due', ...askedTerms(terms) } };
}

function rejectedBy(by: string | null, comment: string | null): string {
  const said = `${by ?? 'A person'} rejected it${comment ? `: ${comment.trim()}` : ''}`;
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

/**
 * What a model is told whose plan was rejected.
 * @param options.isLast whether it has no turn left in which another plan could be worked to
 * @throws `PlanNotApproved` then, and where the model does not make the plan.
 */
export function rejectionNote(
  { agent }: Pick<Conversation, 'agent'>,
  { by, comment }: Extract<PlanStanding, { is: 'rejected' }>,
  { isLast }: { isLast: boolean },
): string {
  const said = rejectedBy(by, comment);
  if (agent.planning === 'model' && !isLast) return rejectionText(said);
  const message =
    agent.planning === 'model'
      ? `The plan of ${agent.name} was not approved, and it made no other one that was. ${said}`
      : `The plan that ${agent.planning} made for ${agent.name} was not approved. ${said}`;
  throw ApplicationFailure.nonRetryable(message, 'PlanNotApproved');
}

/** What a person is asked about a plan, and the hash of it. */
export async function planQuestion(
  conversation: Conversation,
  { plans, approvals }: { plans: Pick<PlanRepository, 'ofConversation'> } & Needs,
): Promise<{ show: JsonObject; hash: string }> {
  const { agent } = conversation;
  const revisions = await plans.ofConversation(conversation.id);
  const plan = revisions.at(-1);
  if (!plan) {
    const message = `${agent.name} has no plan to be approved.`;
    throw ApplicationFailure.nonRetryable(message, 'PlanNotFound');
  }
  const hash = planHash(conversation, plan);
  const before = revisions.findLast((other) => planHash(conversation, other) !== hash);
  const decided =
    before && (await approvals.ofHash(planHash(conversation, before), [conversation.runId]));
  return {
    hash,
    show: {
      agent: agent.name,
      plan: plan.steps.map(stepLine).join('\n'),
      ...(plan.reason !== null && { reason: plan.reason }),
      ...(before && { changed: changesBetween(before, plan) }),
      ...(decided?.status === 'rejected' && {
        previous: `The plan before was not approved. ${rejectedBy(decided.decidedBy, decided.comment)}`,
      }),
      approving: `The agent ${agent.name} works to this plan. It asks again if the steps change`,
      rejecting: `The agent ${agent.name} ${agent.planning === 'model' ? 'reads your reason and makes another plan' : 'fails'}`,
    },
  };
}

function stepLine({ text, status }: PlanStep, index: number): string {
  const line = `${index + 1}. ${text}`;
  return status === 'pending' ? line : `${line} (${status})`;
}

function changesBetween(before: Plan, after: Plan): string {
  const textsOf = ({ steps }: Plan) => steps.map(({ text }) => text);
  const [old, now] = [textsOf(before), textsOf(after)];
  const added = now.filter((text) => !old.includes(text)).map((text) => `added: ${text}`);
  const removed = old.filter((text) => !now.includes(text)).map((text) => `removed: ${text}`);
  const changes = [...added, ...removed];
  return changes.length > 0 ? changes.join('\n') : 'the order of the steps';
}
