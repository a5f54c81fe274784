import type { CallModelResult } from '../../contracts/activities/index.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { approvalId as idOf } from './approvals.ts';
import type { Approvals } from './approvals.ts';
import { askPerson, claimOf } from './ask-person.ts';
import { failure } from '../errors.ts';
import type { ApprovalDecision } from '../messages.ts';
import { records } from '../proxies.ts';

export type OverBudget = Extract<CallModelResult, { status: 'over_budget' }>;

const patience = '24h';

/** The id of a request for more budget; requests are counted from 1. */
export function budgetApprovalId(runId: string, nodePath: string, count: number): string {
  return `${idOf(runId, nodePath)}.budget-${count}`;
}

/**
 * Asks a person to allow an account more than its limit.
 * @param asker.name whom the answer is for, such as the agent, and before which `turn` it stopped.
 * @throws `BudgetExceeded` if the person rejects it, or nobody decides in time.
 */
export async function askForBudget(
  { account, limitUsd, byUsd, message }: OverBudget,
  asker: { approvalId: string; runId: string; nodePath: string; name: string; turn: number },
  approvals: Approvals,
): Promise<void> {
  const { name, turn, ...place } = asker;
  const { approvalId, runId } = place;
  const title = `Let ${name} spend more than ${limitUsd} USD?`;
  const decision = await askPerson(
    {
      ...place,
      title,
      show: {
        spent: message,
        approving: `The budget of ${whose(account)} grows by ${byUsd} USD, and ${name} continues`,
        rejecting: `The results so far are kept, and ${name} stops`,
      },
      approvers: ['operator'],
      timeoutMs: durationMs(patience),
    },
    approvals,
    (approved) =>
      records.raiseBudget.executeWithOptions({ summary: `${title} · approved` }, [
        { approvalId, runId, account, byUsd, ...claimOf(approved) },
      ]),
  );
  if (decision?.decision === 'approve') return;
  const where = `${name} stopped before its model call ${turn}`;
  throw failure({ type: 'BudgetExceeded', message: `${where}: ${message} ${refusal(decision)}` });
}

const owners: Record<string, string> = {
  run: 'the run',
  agent: 'the agent, including its delegations,',
  user: 'the user for today',
  day: 'all users for today',
};

/** Whose account it is, for people. */
function whose(account: string): string {
  return owners[account.split(':')[0] ?? ''] ?? account;
}

function refusal(decision: ApprovalDecision | undefined): string {
  if (!decision) return `Nobody approved more budget within ${patience}.`;
  const rejected = `${decision.by} rejected more budget`;
  return decision.comment ? `${rejected}: ${decision.comment}` : `${rejected}.`;
}
