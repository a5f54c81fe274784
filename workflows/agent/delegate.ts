import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { GivenTask, RequestedCall, Worked } from '../../contracts/activities/index.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { markOf } from '../../contracts/tools/outside.ts';
import type { Outside } from '../../contracts/tools/outside.ts';
import { agentBudgets } from './agent-budgets.ts';
import { givenBelow, noAncestry, shareOfTime, whyNotDelegate } from './delegation-guards.ts';
import { agentNotFound, failure } from '../errors.ts';
import { otherAgents } from './other-agents.ts';
import type { AgentResult, RunAgent, RunAgentInput } from './agent-run.ts';
import { runChild } from '../children/run-child.ts';
import type { TimeLimit } from '../calls/time-limit.ts';
import type { Waits } from '../children/waits.ts';

/** A turn in which an agent gives tasks away. */
export type DelegatingTurn = {
  conversationId: string;
  turn: number;
  waits: Waits;
  time: TimeLimit;
  /** The tasks that the agent has given away, this one among them afterwards. */
  given: GivenTask[];
  /** Whose content the agent has read until now, where others wrote it. */
  outside: Outside;
};

/**
 * Gives the subtask to another agent, a child with a history of its own, and waits for its answer. The child keeps
 * its own time, within its share.
 * @throws {ApplicationFailure} that says why not and what to do instead, where a guard refuses.
 */
export async function delegate(
  { runId, nodePath, agent, agents, budgets, ancestry = noAncestry }: RunAgentInput,
  { conversationId, turn, waits, time, given, outside }: DelegatingTurn,
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
  const path = `${nodePath}/turn-${turn}-${call}-${to}`;
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
        ...markOf(outside),
        budgets: agentBudgets(definition, { runId, nodePath: path }, budgets),
        ancestry: {
          agents: [...ancestry.agents, agent.name],
          given: givenBelow(known.given, task),
        },
      },
    ],
  }).catch((error: unknown) => {
    task.hasFailed = true;
    throw error;
  });
}

/** The agent with no more time than its share. */
function withinTime(agent: AgentDefinition, shareMs: number): AgentDefinition {
  const { limits } = agent;
  if (durationMs(limits.time) <= shareMs) return agent;
  return { ...agent, limits: { ...limits, time: `${Math.floor(shareMs / 1_000)}s` } };
}
