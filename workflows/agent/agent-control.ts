import { CancellationScope, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Interruption } from '../../contracts/runs/run.ts';
import { interruptAgent, resumeAgent, toResumeRequest, toStopRequest } from '../messages.ts';
import { records } from '../proxies.ts';
import type { Waits } from '../children/waits.ts';

/** What people have told an agent and it has not acted on yet; it outlives a continuation as new. */
export type Control = {
  interruption?: Interruption;
  instructions: string[];
  /** Instructions that are in the conversation already. */
  instructed: number;
};

export const noControl: Control = { instructions: [], instructed: 0 };

/**
 * Takes in `interruptAgent` and `resumeAgent`.
 * @param agent.waits told while the agent stands still.
 */
export function createAgentControl(
  agent: { runId: string; nodePath: string; name: string; waits: Waits },
  initial: Control,
) {
  const { runId, nodePath, name, waits } = agent;
  const { workflowId } = workflowInfo();
  const instructions = [...initial.instructions];
  const told: { interruption?: Interruption; resumedBy?: string } = {
    interruption: initial.interruption,
  };
  let { instructed } = initial;

  setHandler(interruptAgent, (payload) => {
    told.interruption ??= toStopRequest(payload);
  });
  setHandler(resumeAgent, (payload) => {
    const { by, instruction } = toResumeRequest(payload);
    told.interruption = undefined;
    told.resumedBy = by;
    // Also where it was at work: what a person has to say is not lost.
    if (instruction) instructions.push(instruction);
  });

  async function standStill(reason: Interruption): Promise<void> {
    const { by } = reason;
    await records.recordInterruption.executeWithOptions(
      { summary: `${name} · interrupted by ${by}` },
      [{ runId, nodePath, ...reason }],
    );
    try {
      await waits.begin(workflowId);
      await condition(() => told.interruption === undefined);
    } finally {
      await CancellationScope.nonCancellable(async () => {
        await records.recordResumption.executeWithOptions(
          {
            summary: told.interruption
              ? `${name} · stopped`
              : `${name} · resumed by ${told.resumedBy}`,
          },
          [{ runId, nodePath }],
        );
        await waits.end(workflowId);
      });
    }
  }

  /** Stands still as long as it should. */
  async function rest(): Promise<void> {
    while (told.interruption) await standStill(told.interruption);
  }

  return {
    rest,
    /** Between two turns: rests, and puts what it was told into the conversation. */
    async obey(conversationId: string, turn: number): Promise<void> {
      await rest();
      for (let text = instructions.shift(); text !== undefined; text = instructions.shift()) {
        await records.addInstruction.executeWithOptions({ summary: `${name} · instruction` }, [
          { conversationId, turn: turn - 1, earlier: instructed, text },
        ]);
        instructed += 1;
      }
    },
    state: (): Control => ({ interruption: told.interruption, instructions, instructed }),
  };
}

export type AgentControl = ReturnType<typeof createAgentControl>;
