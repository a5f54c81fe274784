import {
  CancellationScope,
  condition,
  log,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Interruption } from '../../contracts/runs/run.ts';
import { interruptAgent, resumeAgent, toResumeRequest, toStopRequest } from '../messages.ts';
import type { ResumeRequest } from '../messages.ts';
import { records } from '../proxies.ts';
import type { Waits } from '../children/waits.ts';

/** Requests of people that an agent has not acted on yet. They are kept when the workflow continues as new. */
export type Control = {
  interruption?: Interruption;
  /** Instructions that an older version received are plain texts. */
  instructions: (ResumeRequest | string)[];
  /** Instructions that are in the conversation already. */
  instructed: number;
  /** Resume requests whose seal has not been verified yet. */
  resumes?: ResumeRequest[];
  /** What came after the first of them. */
  again?: Interruption;
  /** Seals of accepted requests, so that none counts twice. */
  seals?: string[];
  /** Requests that did not count. */
  refused?: number;
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
  let instructions = [...initial.instructions];
  const seals = [...(initial.seals ?? [])];
  const resumes = [...(initial.resumes ?? [])];
  const told: { interruption?: Interruption; again?: Interruption } = {
    interruption: initial.interruption,
    again: initial.again,
  };
  let { instructed, refused = 0 } = initial;

  setHandler(interruptAgent, (payload) => {
    if (told.interruption && resumes.length > 0) told.again = toStopRequest(payload);
    else told.interruption ??= toStopRequest(payload);
  });
  setHandler(resumeAgent, (payload) => {
    const request = toResumeRequest(payload);
    if (request.seal !== undefined && seals.includes(request.seal)) return;
    if (request.seal !== undefined) seals.push(request.seal);
    // Only an interrupted agent can be resumed.
    if (told.interruption) resumes.push(request);
    // Also while the agent works, so that no instruction is lost.
    if (request.instruction) instructions.push(request);
  });

  const claimOf = (request: ResumeRequest) => ({ ...request, runId, workflowId, refused });

  function onRefused({ by }: ResumeRequest): void {
    refused += 1;
    log.warn('A request to resume did not count', { runId, nodePath, by });
  }

  /** Records that the agent resumes if the sender may resume it; requests of others are ignored. */
  async function isResumed(): Promise<boolean> {
    for (let request = resumes.shift(); request; request = resumes.shift()) {
      const { by } = request;
      const claim = claimOf(request);
      const refusal = await CancellationScope.nonCancellable(() =>
        records.recordResumption.executeWithOptions({ summary: `${name} · resumed by ${by}` }, [
          { runId, nodePath, request: claim },
        ]),
      );
      if (!refusal) {
        goOn();
        return true;
      }
      onRefused(request);
      instructions = instructions.filter((each) => each !== request);
    }
    return false;
  }

  function goOn(): void {
    told.interruption = told.again;
    told.again = undefined;
    // They were for an interrupt that has ended.
    if (!told.interruption) resumes.length = 0;
  }

  async function standStill(reason: Interruption): Promise<void> {
    const { by } = reason;
    await records.recordInterruption.executeWithOptions(
      { summary: `${name} · interrupted by ${by}` },
      [{ runId, nodePath, ...reason }],
    );
    let goesOn = false;
    try {
      await waits.begin(workflowId);
      while (!goesOn) {
        await condition(() => resumes.length > 0);
        goesOn = await isResumed();
      }
    } finally {
      await CancellationScope.nonCancellable(async () => {
        if (!goesOn) {
          await records.recordResumption.executeWithOptions({ summary: `${name} · stopped` }, [
            { runId, nodePath },
          ]);
        }
        await waits.end(workflowId);
      });
    }
  }

  /** Waits while the agent is interrupted. */
  async function rest(): Promise<void> {
    while (told.interruption) {
      if (resumes.length === 0) await standStill(told.interruption);
      // The agent was interrupted and resumed while it worked; older versions accepted that from anyone.
      else if (patched('resume-is-proven')) await isResumed();
      else goOn();
    }
  }

  return {
    rest,
    /** Between two turns: waits while interrupted, and adds new instructions to the conversation. */
    async obey(conversationId: string, turn: number): Promise<void> {
      await rest();
      for (let next = instructions.shift(); next !== undefined; next = instructions.shift()) {
        const request = typeof next === 'string' ? undefined : next;
        const text = typeof next === 'string' ? next : (next.instruction ?? '');
        const refusal = await records.addInstruction.executeWithOptions(
          { summary: `${name} · instruction` },
          [
            {
              conversationId,
              turn: turn - 1,
              earlier: instructed,
              text,
              ...(request && { request: claimOf(request) }),
            },
          ],
        );
        if (refusal && request) onRefused(request);
        else instructed += 1;
      }
    },
    state: (): Control => ({
      interruption: told.interruption,
      again: told.again,
      resumes,
      instructions,
      instructed,
      seals,
      refused,
    }),
  };
}

export type AgentControl = ReturnType<typeof createAgentControl>;
