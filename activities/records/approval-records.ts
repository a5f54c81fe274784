import { createHash } from 'node:crypto';
import type { RecordActivities, RequestApprovalInput } from '../../contracts/activities/index.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { digestOf, newSecret } from '../../db/repositories/access/secrets.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { BudgetRepository } from '../../db/repositories/models/budgets.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { requireConversation } from '../base/require-conversation.ts';
import { planQuestion } from '../planning/plan-approval.ts';
import { callHash } from '../tool-kit/agent-asking.ts';
import type { DecisionSignatures } from '../../keys/decision-signatures.ts';
import { calledTool } from '../tools/agent-call.ts';
import { createDecisionTaker } from './take-decision.ts';

type Needs = {
  approvals: ApprovalRepository;
  artifacts: Artifacts;
  budgets: BudgetRepository;
  conversations: ConversationRepository;
  plans: PlanRepository;
  runs: RunRepository;
  tools: ToolExecutor;
  users: UserRepository;
  signatures: DecisionSignatures;
};

type Call = { tool: string; args: Json };

/** Approvals as people find them, and the run's status while it waits for one. */
export function createApprovalRecords({
  approvals,
  artifacts,
  budgets,
  conversations,
  plans,
  runs,
  signatures,
  tools,
  users,
}: Needs): Pick<
  RecordActivities,
  | 'requestApproval'
  | 'closeApproval'
  | 'recordRefusal'
  | 'remindOfApproval'
  | 'escalateApproval'
  | 'raiseBudget'
> {
  const decisions = createDecisionTaker({ approvals, runs, signatures, tools, users });

  async function callOf(place: NonNullable<RequestApprovalInput['call']>): Promise<Call> {
    const { tool, args } = await calledTool(place, { conversations });
    return { tool, args };
  }

  return {
    async requestApproval({ approvalId, expiresAt, show, editable, call, effect, plan, ...rest }) {
      const ofPlan =
        plan &&
        (await planQuestion(await requireConversation(plan.conversationId, { conversations }), {
          approvals,
          plans,
        }));
      const content = ofPlan?.show ?? (await artifacts.resolve(show));
      const given = effect ?? editable;
      const asked = call
        ? await callOf(call)
        : given && { tool: given.tool, args: await artifacts.resolve(given.args) };
      const hash =
        ofPlan?.hash ??
        ((call ?? effect) && asked ? callHash(asked.tool, asked.args) : hashOf(content, asked));
      const token = await approvals.request({
        ...rest,
        id: approvalId,
        show: content,
        ...asked,
        hash,
        token: newSecret(),
        requestedAt: new Date(),
        expiresAt: new Date(expiresAt),
      });
      await runs.settleWaiting(rest.runId);
      return { hash, ...(token !== null && { digest: digestOf(token) }) };
    },

    async closeApproval({ runId, ...end }) {
      const { approvalId, status } = end;
      const open =
        status === 'approved' || status === 'rejected'
          ? await decisions.take({ ...end, status })
          : await approvals.close(approvalId, { status }).then(() => undefined);
      if (!open) await runs.settleWaiting(runId);
      return open;
    },

    async recordRefusal({ approvalId, ...refusal }) {
      await approvals.refuse(approvalId, refusal);
    },

    async remindOfApproval({ approvalId }) {
      await approvals.remind(approvalId);
    },

    async escalateApproval({ approvalId }) {
      await approvals.escalate(approvalId);
    },

    async raiseBudget({ runId, account, byUsd, ...decision }) {
      // An attempt that ended between the two is made again, and a decision is taken, and a budget raised, once.
      const open = await decisions.take({ ...decision, status: 'approved' });
      if (open) return open;
      await budgets.raise(account, byUsd, decision.approvalId);
      await runs.settleWaiting(runId);
      return undefined;
    },
  };
}

/** Of what a person is shown, and of the arguments that may be changed. */
function hashOf(content: Json, asked: Call | undefined): string {
  const decidedOn = asked ? [content, asked.args] : content;
  return createHash('sha256').update(canonicalJson(decidedOn)).digest('hex');
}
