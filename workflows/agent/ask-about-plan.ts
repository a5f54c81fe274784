import { CancellationScope } from '@temporalio/workflow';
import type { PlanDue } from '../../contracts/activities/index.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import { approvalId as idOf } from '../calls/approvals.ts';
import type { Approvals } from '../calls/approvals.ts';
import { askPerson } from '../calls/ask-person.ts';
import type { Waits } from '../children/waits.ts';
import { failure } from '../errors.ts';

type Asker = {
  runId: string;
  nodePath: string;
  conversationId: string;
  name: string;
  /** The turn before which the agent waits. */
  turn: number;
  taint: Taint;
};

/**
 * Asks a person about an agent's plan. What was decided the agent's next model call reads from the records.
 * @throws `PlanNotApproved` where nobody decides in time.
 */
export async function askAboutPlan(
  { status: _due, ...terms }: PlanDue,
  { name, turn, taint, conversationId, ...place }: Asker,
  { approvals, waits }: { approvals: Approvals; waits: Waits },
): Promise<void> {
  const approvalId = `${idOf(place.runId, place.nodePath)}.plan-${turn}`;
  const title = `Approve the plan of ${name}?`;
  try {
    await waits.begin(approvalId);
    const decision = await askPerson(
      {
        approvalId,
        ...place,
        title,
        show: null,
        plan: { conversationId },
        ...markOf(taint),
        ...terms,
      },
      approvals,
    );
    if (decision) return;
  } finally {
    await CancellationScope.nonCancellable(() => waits.end(approvalId));
  }
  const message = `Nobody decided on the plan of ${name} in time.`;
  throw failure({ type: 'PlanNotApproved', message });
}
