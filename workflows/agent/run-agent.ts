import {
  CancellationScope,
  allHandlersFinished,
  condition,
  isCancellation,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ContinuedConversation } from '../../contracts/activities/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import type { EarlierWork } from '../../contracts/runs/retry.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { createAgentControl, noControl } from './agent-control.ts';
import type { AgentResult, RunAgentInput } from './agent-run.ts';
import { createAgentMark } from './agent-mark.ts';
import { converse } from './agent-loop.ts';
import { createAgentMemory } from './agent-memory.ts';
import { createApprovals } from '../calls/approvals.ts';
import { failure, overBudgetOf, partialOf, toRunError } from '../errors.ts';
import { passDown } from '../children/pass-down.ts';
import { childWaits, isApprovalDecision, isChildWait, resolveApproval } from '../messages.ts';
import { attemptsOf, planning, records } from '../proxies.ts';
import { checkStart, parentOf } from '../check-start.ts';
import { createWaits } from '../children/waits.ts';
import { createTimeLimit } from '../calls/time-limit.ts';
import { OutOfTime } from '../calls/working-time.ts';

/**
 * One agent on one task: it reasons, acts and observes until it delivers its result. Messages are in
 * the database under the workflow's id; the history holds only turns and names.
 * @throws `AgentTimeout`, `AgentLimit` or `BudgetExceeded`, with what was found so far, when a limit is reached.
 */
export async function runAgent(input: RunAgentInput): Promise<AgentResult> {
  const { runId, nodePath, agent, agents, task, budgets } = input;
  const { name, limits } = agent;
  const conversationId = workflowInfo().workflowId;
  const begun = input.resume ?? {
    turn: 1,
    leftMs: durationMs(limits.time),
    unanswered: 0,
    asked: 0,
    control: noControl,
  };
  const approvals = createApprovals();
  const waits = createWaits();
  const memory = createAgentMemory(input, conversationId);
  const control = createAgentControl({ runId, nodePath, name, waits }, begun.control);
  const time = createTimeLimit(begun.leftMs);
  const mark = createAgentMark(joinTaints(input.outside, begun.outside));
  const worked = () => ({ workedMs: durationMs(limits.time) - time.leftMs() });
  setHandler(resolveApproval, async (decision) => {
    if (isApprovalDecision(decision) && !approvals.resolve(decision)) {
      await passDown(decision, waits);
    }
  });
  setHandler(childWaits, async (wait) => {
    if (!isChildWait(wait)) return;
    await (wait.waits ? waits.begin(wait.id, wait.workflowId) : waits.end(wait.id));
  });

  await checkStart({ runId, ...parentOf() });
  const continued = input.resume ? undefined : await openConversation();
  try {
    if (!input.resume && !continued) {
      const recalled = await memory.recall();
      time.spend(recalled.workedMs);
      mark.add(recalled.outside);
      await planFirst();
    }
    mark.add(continued?.outside);
    const { turn, planned } = { ...begun, ...continued };
    const atWork = { conversationId, approvals, waits, control, time, memory, mark };
    const continues = input.resume ? input.continues : continued && placeOf(continued);
    const progress = { ...begun, turn, planned };
    return { ...(await converse({ ...input, continues }, progress, atWork)), ...worked() };
  } catch (error) {
    throw await withPartial(error);
  } finally {
    await memory.settled();
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }

  async function openConversation(): Promise<ContinuedConversation | undefined> {
    const delegates = Object.fromEntries(
      agent.delegates.map((delegate) => [delegate, agents[delegate]?.role ?? delegate]),
    );
    const opened = await records.openConversation.executeWithOptions(
      { summary: `${name} · open` },
      [
        {
          runId,
          nodePath,
          conversationId,
          agent,
          task,
          delegates,
          budgets,
          ...markOf(input.outside),
          ...(input.asked && { asked: input.asked }),
          ...(input.continues && { continues: input.continues }),
        },
      ],
    );
    // Earlier versions gave null, which is what an activity without a result gives.
    return opened ?? undefined;
  }

  /** A planner of the user's own makes the plan before the first turn. */
  async function planFirst(): Promise<void> {
    if (!hasPlanner(agent)) return;
    const plan = await planning.makePlan.executeWithOptions(
      { summary: `${name} · plan by ${agent.planning}` },
      [{ runId, nodePath, step: 'plan', conversationId, maximumAttempts: attemptsOf.planner }],
    );
    time.spend(plan.workedMs);
  }

  /** A limit ends the agent with its findings so far. */
  async function withPartial(error: unknown): Promise<unknown> {
    const message = `${name} was stopped at its time limit of ${limits.time}.`;
    const limit =
      error instanceof OutOfTime ? { type: 'AgentTimeout', message } : toRunError(error);
    const isLimit = ['AgentTimeout', 'AgentLimit', 'BudgetExceeded'].includes(limit.type);
    if (isCancellation(error) || !isLimit || partialOf(error) !== undefined) return error;
    const partial = await records.collectPartial.executeWithOptions(
      { summary: `${name} · what was found` },
      [{ conversationId }],
    );
    log.warn('An agent was stopped at a limit', { runId, nodePath, agent: name, ...limit });
    const account = overBudgetOf(error);
    const told = { ...worked(), ...markOf(mark.sources()), ...(account && { account }) };
    return failure(limit, partial, told);
  }
}

/** Where an agent worked whose conversation goes on, for those that it had delegated to there. */
function placeOf({ runId, nodePath }: ContinuedConversation): EarlierWork {
  return { runId, nodePath };
}

/** Agents of runs that began before agents planned have no `planning`. */
function hasPlanner({ planning: way = 'none' }: Partial<AgentDefinition>): boolean {
  return way !== 'none' && way !== 'model';
}
