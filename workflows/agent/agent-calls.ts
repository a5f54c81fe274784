import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Output } from '../../contracts/base/artifact.ts';
import type { Marked, RequestedCall, GivenTask, Worked } from '../../contracts/activities/index.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import type { Approvals } from '../calls/approvals.ts';
import { askForCall } from '../calls/call-approvals.ts';
import { faultOf, taintOf, partialOf, toRunError, agentNotFound, failure } from '../errors.ts';
import { records } from '../proxies.ts';
import type { RunAgentInput, AgentResult, RunAgent } from './agent-run.ts';
import { runToolUntilAnswered } from '../calls/run-tool.ts';
import { workedBefore } from '../calls/time-limit.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import { agentBudgets } from './agent-budgets.ts';
import { givenBelow, noAncestry, shareOfTime, whyNotDelegate } from './delegation-guards.ts';
import { otherAgents } from './other-agents.ts';
import { runChild } from '../children/run-child.ts';
import type { TimeLimit } from '../calls/time-limit.ts';
import type { Waits } from '../children/waits.ts';

/** A turn in which an agent calls tools and delegates tasks. */
type CallingTurn = DelegatingTurn & { approvals: Approvals };

/**
 * Runs the calls of one answer in parallel. A call that fails for good becomes an observation: the model reads the
 * error in place of the answer. The longest call counts toward the agent's time limit.
 * @returns the sources of untrusted content that they read, and the result if one of the calls delivered it.
 */
export async function runCalls(
  agent: RunAgentInput,
  { calls, ...turn }: CallingTurn & { calls: RequestedCall[] },
): Promise<{ taint: string[]; output?: Output }> {
  turn.time.check();
  const done = await Promise.all(
    calls.map(async (call) => {
      let workedMs = 0;
      let taint: string[] = [];
      let output: Output | undefined;
      const onWorked = (ms: number) => {
        workedMs += ms;
      };
      try {
        const { delegateTo } = call;
        if (delegateTo) {
          const { output: told, ...ofChild } = await delegate(agent, turn, { ...call, delegateTo });
          onWorked(ofChild.workedMs ?? 0);
          taint = ofChild.outside ?? [];
          await observe(turn, call, { output: told, ...markOf(taint) });
        } else {
          const answer = await runTool(agent, turn, { ...call, onWorked });
          taint = answer.outside ?? [];
          if (call.delivers) output = answer.output;
        }
      } catch (error) {
        // A child that someone canceled on its own is an observation; our own cancel is not.
        const isOurs = CancellationScope.current().consideredCancelled;
        if (isCancellation(error) && isOurs) throw error;
        onWorked(workedBefore(error));
        taint = taintOf(error);
        const partial = partialOf(error);
        const fault = faultOf(error);
        const failed = {
          error: toRunError(error),
          ...(fault && { fault }),
          ...(partial !== undefined && { partial }),
        };
        await observe(turn, call, { ...failed, ...markOf(taint) });
      }
      return { workedMs, taint, output };
    }),
  );
  turn.time.spend(Math.max(0, ...done.map(({ workedMs }) => workedMs)));
  const output = done.find((one) => one.output !== undefined)?.output;
  return {
    taint: joinTaints(...done.map(({ taint }) => taint)),
    ...(output !== undefined && { output }),
  };
}

function runTool(
  { runId, nodePath, agent, outage }: RunAgentInput,
  { conversationId, turn, time, taint, approvals, waits }: CallingTurn,
  { call, name, label, quick, onWorked }: RequestedCall & { onWorked: (workedMs: number) => void },
): Promise<Marked & { output: Output }> {
  const place = { conversationId, turn, call };
  return runToolUntilAnswered(
    {
      runId,
      nodePath,
      step: `turn-${turn}.call-${call}`,
      tool: name,
      args: place,
      allowedTools: agent.tools,
      leftMs: time.leftMs(),
      ...markOf(taint),
    },
    {
      summary: `${agent.name} · turn ${turn} · ${label}`,
      onWorked,
      isQuick: quick,
      outage,
      onApprovalDue: (due) =>
        askForCall(
          due,
          { runId, nodePath, name: `call-${turn}-${call}`, call: place },
          { approvals, waits },
        ),
    },
  );
}

async function observe(
  { conversationId, turn }: DelegatingTurn,
  { call, label }: RequestedCall,
  observation: Parameters<typeof records.recordObservation>[0]['observation'],
): Promise<void> {
  await records.recordObservation.executeWithOptions({ summary: `observe · ${label}` }, [
    { conversationId, turn, call, observation },
  ]);
}

/** A turn in which an agent delegates tasks. */
type DelegatingTurn = {
  conversationId: string;
  turn: number;
  waits: Waits;
  time: TimeLimit;
  /** The tasks that the agent has delegated; this task is added. */
  given: GivenTask[];
  /** The sources of untrusted content that the agent has read so far. */
  taint: Taint;
};

/**
 * Gives the subtask to another agent, a child with a history of its own, and waits for its answer. The child keeps
 * its own time, within its share.
 * @throws {ApplicationFailure} with the reason and an alternative if a guard refuses.
 */
async function delegate(
  {
    runId,
    nodePath,
    agent,
    agents,
    budgets,
    asked,
    outage,
    ancestry = noAncestry,
    continues,
  }: RunAgentInput,
  { conversationId, turn, waits, time, given, taint }: DelegatingTurn,
  { call, label, delegateTo }: RequestedCall & { delegateTo: GivenTask },
): Promise<Pick<AgentResult, 'output' | 'outside'> & Worked> {
  const { agent: to, mark } = delegateTo;
  const known = { ...ancestry, given: [...ancestry.given, ...given] };
  const leftMs = time.leftMs();
  const refusal = whyNotDelegate({ from: agent.name, to, mark, ancestry: known, leftMs });
  if (refusal) throw failure(refusal);
  const definition = agents[to];
  if (!definition || !agent.delegates.includes(to)) {
    const message = `Agent ${to} not found.`;
    throw failure(agentNotFound(message));
  }
  const task: GivenTask = { agent: to, mark };
  given.push(task);
  const place = `turn-${turn}-${call}-${to}`;
  const path = `${nodePath}/${place}`;
  return runChild<RunAgent>('runAgent', {
    runId,
    path,
    waits,
    agent: to,
    staticSummary: `${agent.name} · turn ${turn} · ${label}`,
    args: [
      {
        runId,
        nodePath: path,
        agent: withinTime(definition, shareOfTime(leftMs)),
        agents: { ...otherAgents(agents, to), [agent.name]: agent },
        task: { conversationId, turn, call },
        ...markOf(taint),
        ...(asked && { asked }),
        ...(outage && { outage }),
        budgets: agentBudgets(definition, { runId, nodePath: path }, budgets),
        ancestry: {
          agents: [...ancestry.agents, agent.name],
          given: givenBelow(known.given, task),
        },
        ...(continues && {
          continues: { ...continues, nodePath: `${continues.nodePath}/${place}` },
        }),
      },
    ],
  }).catch((error: unknown) => {
    task.hasFailed = true;
    throw error;
  });
}

/** The agent with its time limit reduced to its share. */
function withinTime(agent: AgentDefinition, shareMs: number): AgentDefinition {
  const { limits } = agent;
  if (durationMs(limits.time) <= shareMs) return agent;
  return { ...agent, limits: { ...limits, time: `${Math.floor(shareMs / 1_000)}s` } };
}
