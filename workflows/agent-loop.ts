import {
  CancellationScope,
  continueAsNew,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { CallModelResult } from '../contracts/activities.ts';
import { runCalls } from './agent-calls.ts';
import type { AgentControl } from './agent-control.ts';
import type { Approvals } from './approvals.ts';
import { askForBudget, budgetApprovalId } from './ask-for-budget.ts';
import type { OverBudget } from './ask-for-budget.ts';
import { callModelUntilAnswered } from './call-model.ts';
import { failure } from './errors.ts';
import type { AgentResult, Progress, RunAgentInput, runAgent } from './run-agent.ts';
import type { Waits } from './waits.ts';
import type { createWorkingTime } from './working-time.ts';

/** What an agent's loop works with. */
export type AtWork = {
  conversationId: string;
  approvals: Approvals;
  waits: Waits;
  control: AgentControl;
  time: Pick<ReturnType<typeof createWorkingTime>, 'leftMs'>;
};

type Answer = Extract<CallModelResult, { status: 'answered' }>;

/** How often an agent that wrote text in place of its result is asked for it. */
const maximumReminders = 3;

/**
 * Turn by turn: asks the model, runs what it calls, until it delivers.
 * @throws `AgentLimit` when it does not, `BudgetExceeded` when a person does not allow more.
 */
export async function converse(
  input: RunAgentInput,
  progress: Progress,
  atWork: AtWork,
): Promise<AgentResult> {
  const { runId, nodePath, agent } = input;
  const { name, limits } = agent;
  const { conversationId, approvals, waits, control, time } = atWork;
  let { turn, unanswered, asked } = progress;
  let refused: string | undefined;

  for (; ; turn += 1) {
    await control.obey(conversationId, turn);
    if (workflowInfo().continueAsNewSuggested) await goOnAsNew();
    const isLast = turn >= limits.turns;
    setCurrentDetails(`turn ${turn} of at most ${limits.turns}`);
    const answer = await ask(isLast || unanswered > 0 ? 'finish' : 'auto');
    if (answer.output !== undefined) return { output: answer.output, turns: turn };
    unanswered = answer.calls.length === 0 ? unanswered + 1 : 0;
    refused = answer.refused ?? refused;
    if (isLast || unanswered > maximumReminders) throw undelivered(isLast);
    await runCalls(input, { conversationId, turn, calls: answer.calls, waits });
  }

  function ask(toolChoice: 'auto' | 'finish'): Promise<Answer> {
    return callModelUntilAnswered(
      { runId, nodePath, step: `turn-${turn}`, conversationId, turn, toolChoice },
      { summary: `${name} · turn ${turn} · model call`, onOverBudget },
    );
  }

  async function onOverBudget(over: OverBudget): Promise<void> {
    asked += 1;
    const approvalId = budgetApprovalId(runId, nodePath, asked);
    setCurrentDetails(`turn ${turn} · waits for a person: ${over.message}`);
    try {
      await waits.begin(approvalId);
      await askForBudget(over, { approvalId, runId, nodePath, name, turn }, approvals);
    } finally {
      await CancellationScope.nonCancellable(() => waits.end(approvalId));
    }
  }

  function goOnAsNew(): Promise<never> {
    const leftMs = time.leftMs();
    const resume = { turn, leftMs, unanswered, asked, control: control.state() };
    return continueAsNew<typeof runAgent>({ ...input, resume });
  }

  function undelivered(isLast: boolean): Error {
    const reason = isLast
      ? `used its ${limits.turns} turns`
      : `was asked ${maximumReminders} times`;
    const why = refused === undefined ? '' : ` The last one was refused: ${refused}`;
    const message = `${name} ${reason} and did not deliver a result in its form.${why}`;
    return failure({ type: 'AgentLimit', message });
  }
}
