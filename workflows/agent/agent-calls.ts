import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Marked, RequestedCall } from '../../contracts/activities/index.ts';
import { joinOutside, markOf } from '../../contracts/tools/outside.ts';
import type { Approvals } from '../calls/approvals.ts';
import { askForCall } from '../calls/call-approvals.ts';
import { delegate } from './delegate.ts';
import type { DelegatingTurn } from './delegate.ts';
import { faultOf, outsideOf, partialOf, toRunError } from '../errors.ts';
import { records } from '../proxies.ts';
import type { RunAgentInput } from './agent-run.ts';
import { runToolUntilAnswered } from '../calls/run-tool.ts';
import { workedBefore } from '../calls/time-limit.ts';

/** A turn in which an agent calls tools and gives tasks away. */
type CallingTurn = DelegatingTurn & { approvals: Approvals };

/**
 * Runs the calls of one answer side by side. A call that fails for good becomes an observation: the
 * model reads the error in place of the answer. The longest of them counts for the agent's time.
 * @returns whose content they brought, where others wrote it.
 */
export async function runCalls(
  agent: RunAgentInput,
  { calls, ...turn }: CallingTurn & { calls: RequestedCall[] },
): Promise<string[]> {
  turn.time.check();
  const done = await Promise.all(
    calls.map(async (call) => {
      let workedMs = 0;
      let outside: string[] = [];
      const onWorked = (ms: number) => {
        workedMs += ms;
      };
      try {
        const { delegateTo } = call;
        if (delegateTo) {
          const { output, ...ofChild } = await delegate(agent, turn, { ...call, delegateTo });
          onWorked(ofChild.workedMs ?? 0);
          outside = ofChild.outside ?? [];
          await observe(turn, call, { output, ...markOf(outside) });
        } else {
          const answer = await runTool(agent, turn, { ...call, onWorked });
          outside = answer.outside ?? [];
        }
      } catch (error) {
        // A child that someone stopped by itself is an observation; our own cancel is not.
        const isOurs = CancellationScope.current().consideredCancelled;
        if (isCancellation(error) && isOurs) throw error;
        onWorked(workedBefore(error));
        outside = outsideOf(error);
        const partial = partialOf(error);
        const fault = faultOf(error);
        const failed = {
          error: toRunError(error),
          ...(fault && { fault }),
          ...(partial !== undefined && { partial }),
        };
        await observe(turn, call, { ...failed, ...markOf(outside) });
      }
      return { workedMs, outside };
    }),
  );
  turn.time.spend(Math.max(0, ...done.map(({ workedMs }) => workedMs)));
  return joinOutside(...done.map(({ outside }) => outside));
}

function runTool(
  { runId, nodePath, agent }: RunAgentInput,
  { conversationId, turn, time, outside, approvals, waits }: CallingTurn,
  { call, name, label, quick, onWorked }: RequestedCall & { onWorked: (workedMs: number) => void },
): Promise<Marked> {
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
      ...markOf(outside),
    },
    {
      summary: `${agent.name} · turn ${turn} · ${label}`,
      onWorked,
      isQuick: quick,
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
