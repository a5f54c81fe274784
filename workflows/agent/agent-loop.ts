import {
  CancellationScope,
  allHandlersFinished,
  condition,
  makeContinueAsNewFunc,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { CallModelInput, CallModelResult, PlanDue } from '../../contracts/activities/index.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { runCalls } from './agent-calls.ts';
import { askAboutPlan } from './ask-about-plan.ts';
import type { AgentMemory } from './agent-memory.ts';
import type { AgentControl } from './agent-control.ts';
import type { AgentMark } from './agent-mark.ts';
import type { Approvals } from '../calls/approvals.ts';
import { askForBudget, budgetApprovalId } from '../calls/ask-for-budget.ts';
import type { OverBudget } from '../calls/ask-for-budget.ts';
import { callModelUntilAnswered } from '../calls/call-model.ts';
import { failure } from '../errors.ts';
import type { AgentResult, Progress, RunAgent, RunAgentInput } from './agent-run.ts';
import type { Waits } from '../children/waits.ts';
import type { TimeLimit } from '../calls/time-limit.ts';

/** Everything that the loop of an agent needs. */
export type AtWork = {
  conversationId: string;
  approvals: Approvals;
  waits: Waits;
  control: AgentControl;
  time: TimeLimit;
  memory: AgentMemory;
  mark: AgentMark;
};

type Answer = Extract<CallModelResult, { status: 'answered' }>;

/** How often an agent that wrote text instead of its result is asked for the result. */
const maximumReminders = 3;

/** The number of turns in which a model is asked for its plan; after them, it continues without one. */
const planningTurns = 2;

/**
 * Works turn by turn: asks the model and runs its calls, until it delivers its result.
 * @throws `AgentLimit` when it does not, `BudgetExceeded` when a person does not allow more.
 */
export async function converse(
  input: RunAgentInput,
  progress: Progress,
  atWork: AtWork,
): Promise<Omit<AgentResult, 'workedMs'>> {
  const { runId, nodePath, agent, outage } = input;
  const { name, limits } = agent;
  const { conversationId, approvals, waits, control, time, memory } = atWork;
  const given = [...(progress.given ?? [])];
  let { turn, unanswered, asked, refused, planned = false } = progress;
  const { mark } = atWork;
  let plan = '';

  for (; ; turn += 1) {
    await control.obey(conversationId, turn);
    const isLast = turn >= limits.turns;
    setCurrentDetails(`turn ${turn} of at most ${limits.turns}${plan}`);
    const answer = await ask(isLast ? 'finish' : choose());
    if (answer.plan) {
      planned = true;
      plan = ` · plan: ${answer.plan.done} of ${answer.plan.steps} steps done`;
    }
    if (answer.output !== undefined) {
      memory.remember({ turn, of: 'result' });
      return { output: answer.output, turns: turn, ...markOf(mark.sources()) };
    }
    const isAtWork = answer.calls.length > 0 || answer.plan || answer.reads;
    unanswered = isAtWork ? 0 : unanswered + 1;
    refused = answer.refused ?? refused;
    const isDelivery = answer.calls.some(({ delivers }) => delivers);
    if ((isLast && !isDelivery) || unanswered > maximumReminders) throw undelivered(isLast);
    // An agent that is interrupted delegates no tasks first.
    if (answer.calls.some(({ delegateTo }) => delegateTo)) await control.rest();
    const { calls } = answer;
    const taint = mark.sources();
    const done = await runCalls(input, {
      conversationId,
      turn,
      calls,
      approvals,
      waits,
      time,
      given,
      taint,
    });
    mark.add(done.taint);
    if (done.output !== undefined) {
      memory.remember({ turn, of: 'result' });
      return { output: done.output, turns: turn, ...markOf(mark.sources()) };
    }
    if (isLast) throw undelivered(isLast);
    if (answer.calls.length > 0) memory.remember({ turn, of: 'observations' });
  }

  /** A model that plans does so first, and then delivers where it should have. */
  function choose(): CallModelInput['toolChoice'] {
    if (agent.planning === 'model' && !planned && turn <= planningTurns) return 'plan';
    return unanswered > 0 ? 'finish' : 'auto';
  }

  function ask(toolChoice: CallModelInput['toolChoice']): Promise<Answer> {
    return callModelUntilAnswered(
      { runId, nodePath, step: `turn-${turn}`, conversationId, turn, toolChoice },
      {
        summary: `${name} · turn ${turn} · model call`,
        onOverBudget,
        onPlanDue,
        time,
        outage,
        beforeTry: continueWhenSuggested,
      },
    );
  }

  async function onPlanDue(due: PlanDue): Promise<void> {
    setCurrentDetails(`turn ${turn} · waits for a person to approve the plan`);
    const asker = { runId, nodePath, conversationId, name, turn, taint: mark.sources() };
    await askAboutPlan(due, asker, { approvals, waits });
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

  /**
   * Continues as new when the history is long, between two attempts of a turn, when no child runs and nothing waits
   * for a person. Requests received so far are passed on; the server lets the run end only after it has read all
   * signals.
   */
  async function continueWhenSuggested(): Promise<void> {
    if (!workflowInfo().continueAsNewSuggested) return;
    await memory.settled();
    await condition(allHandlersFinished);
    // Requests that came meanwhile: an interrupt applies here, and an instruction is added to the conversation first.
    const scope = CancellationScope.current();
    if (scope.consideredCancelled) await scope.cancelRequested;
    const leftMs = time.leftMs();
    const done = {
      turn,
      leftMs,
      unanswered,
      asked,
      refused,
      given,
      planned,
      ...markOf(mark.sources()),
    };
    const resume = { ...done, control: control.state() };
    // With worker versioning, the new run may start on the build that is current then.
    const continueOnCurrentBuild = makeContinueAsNewFunc<RunAgent>({
      initialVersioningBehavior: 'AUTO_UPGRADE',
    });
    await continueOnCurrentBuild({ ...input, resume });
  }

  function undelivered(isLast: boolean): Error {
    const reason = isLast
      ? `used its ${limits.turns} turns`
      : `was reminded ${maximumReminders} times`;
    const why = refused === undefined ? '' : ` Its last result was not valid: ${refused}`;
    const message = `${name} ${reason} and did not deliver ${agent.output ? 'a result in the required format' : 'a result'}.${why}`;
    return failure({ type: 'AgentLimit', message });
  }
}
