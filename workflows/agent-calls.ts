import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { RequestedCall } from '../contracts/activities.ts';
import { maximumDepth } from '../contracts/limits.ts';
import { agentBudgets } from './agent-budgets.ts';
import { failure, toRunError } from './errors.ts';
import { records } from './proxies.ts';
import type { RunAgentInput, runAgent } from './run-agent.ts';
import { runChild } from './run-child.ts';
import { runToolUntilAnswered } from './run-tool.ts';
import type { Waits } from './waits.ts';

type Turn = { conversationId: string; turn: number; waits: Waits };

/**
 * Runs the calls of one answer side by side. A call that fails for good becomes an observation: the
 * model reads the error in place of the answer.
 */
export async function runCalls(
  agent: RunAgentInput,
  { calls, ...turn }: Turn & { calls: RequestedCall[] },
): Promise<void> {
  await Promise.all(
    calls.map(async (call) => {
      try {
        await (call.delegateTo
          ? delegate(agent, turn, call, call.delegateTo)
          : runTool(agent, turn, call));
      } catch (error) {
        // A child that someone stopped by itself is an observation; our own cancel is not.
        const isOurs = CancellationScope.current().consideredCancelled;
        if (isCancellation(error) && isOurs) throw error;
        await observe(turn, call, { error: toRunError(error) });
      }
    }),
  );
}

async function runTool(
  { runId, nodePath, agent }: RunAgentInput,
  { conversationId, turn }: Turn,
  { call, name, label }: RequestedCall,
): Promise<void> {
  await runToolUntilAnswered(
    {
      runId,
      nodePath,
      step: `turn-${turn}.call-${call}`,
      tool: name,
      args: { conversationId, turn, call },
      allowedTools: agent.tools,
    },
    { summary: `${agent.name} · turn ${turn} · ${label}` },
  );
}

/** Gives the subtask to another agent, a child with a history of its own, and waits for its answer. */
async function delegate(
  { runId, nodePath, agent, agents, budgets, depth }: RunAgentInput,
  { conversationId, turn, waits }: Turn,
  { call, label }: RequestedCall,
  delegateTo: string,
): Promise<void> {
  const definition = agents[delegateTo];
  if (!definition || !agent.delegates.includes(delegateTo)) {
    throw failure({
      type: 'AgentNotFound',
      message: `There is no agent ${delegateTo} to delegate to.`,
    });
  }
  if (depth >= maximumDepth) {
    throw failure({
      type: 'TooDeep',
      message: `Delegation may go ${maximumDepth} deep. Do this part yourself.`,
    });
  }
  const path = `${nodePath}/turn-${turn}-${call}-${delegateTo}`;
  const { output } = await runChild<typeof runAgent>('runAgent', {
    runId,
    path,
    waits,
    staticSummary: `${agent.name} · turn ${turn} · ${label}`,
    args: [
      {
        runId,
        nodePath: path,
        agent: definition,
        agents,
        task: { conversationId, turn, call },
        budgets: agentBudgets(definition, { runId, nodePath: path }, budgets),
        depth: depth + 1,
      },
    ],
  });
  await observe({ conversationId, turn }, { call, label }, { output });
}

async function observe(
  { conversationId, turn }: Pick<Turn, 'conversationId' | 'turn'>,
  { call, label }: Pick<RequestedCall, 'call' | 'label'>,
  observation: Parameters<typeof records.recordObservation>[0]['observation'],
): Promise<void> {
  await records.recordObservation.executeWithOptions({ summary: `observe · ${label}` }, [
    { conversationId, turn, call, observation },
  ]);
}
