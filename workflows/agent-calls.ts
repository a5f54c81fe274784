import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { RequestedCall } from '../contracts/activities.ts';
import { delegate } from './delegate.ts';
import type { DelegatingTurn } from './delegate.ts';
import { partialOf, toRunError } from './errors.ts';
import { records } from './proxies.ts';
import type { RunAgentInput } from './run-agent.ts';
import { runToolUntilAnswered } from './run-tool.ts';
import { workedBefore } from './time-limit.ts';

/**
 * Runs the calls of one answer side by side. A call that fails for good becomes an observation: the
 * model reads the error in place of the answer. The longest of them counts for the agent's time.
 */
export async function runCalls(
  agent: RunAgentInput,
  { calls, ...turn }: DelegatingTurn & { calls: RequestedCall[] },
): Promise<void> {
  turn.time.check();
  const worked = await Promise.all(
    calls.map(async (call) => {
      let workedMs = 0;
      const onWorked = (ms: number) => {
        workedMs += ms;
      };
      try {
        const { delegateTo } = call;
        if (delegateTo) {
          const { output, ...ofChild } = await delegate(agent, turn, { ...call, delegateTo });
          onWorked(ofChild.workedMs ?? 0);
          await observe(turn, call, { output });
        } else {
          await runTool(agent, turn, { ...call, onWorked });
        }
      } catch (error) {
        // A child that someone stopped by itself is an observation; our own cancel is not.
        const isOurs = CancellationScope.current().consideredCancelled;
        if (isCancellation(error) && isOurs) throw error;
        onWorked(workedBefore(error));
        const partial = partialOf(error);
        const failed = { error: toRunError(error), ...(partial !== undefined && { partial }) };
        await observe(turn, call, failed);
      }
      return workedMs;
    }),
  );
  turn.time.spend(Math.max(0, ...worked));
}

async function runTool(
  { runId, nodePath, agent }: RunAgentInput,
  { conversationId, turn, time }: DelegatingTurn,
  { call, name, label, onWorked }: RequestedCall & { onWorked: (workedMs: number) => void },
): Promise<void> {
  await runToolUntilAnswered(
    {
      runId,
      nodePath,
      step: `turn-${turn}.call-${call}`,
      tool: name,
      args: { conversationId, turn, call },
      allowedTools: agent.tools,
      leftMs: time.leftMs(),
    },
    { summary: `${agent.name} · turn ${turn} · ${label}`, onWorked },
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
