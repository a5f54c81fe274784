import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Marked, RememberStepInput, Worked } from '../../contracts/activities/index.ts';
import { failure, toRunError } from '../errors.ts';
import { attemptsOf, memories, records } from '../proxies.ts';
import type { RunAgentInput } from './agent-run.ts';
import { workedBefore } from '../calls/time-limit.ts';

const unavailable = 'MemoryUnavailable';

type Remembered = Pick<RememberStepInput, 'turn' | 'of'>;

export type AgentMemory = ReturnType<typeof createAgentMemory>;

/** The memory of an agent that has one. Failures are recorded; they stop the agent only if its memory is required. */
export function createAgentMemory(
  { runId, nodePath, agent }: Pick<RunAgentInput, 'runId' | 'nodePath' | 'agent'>,
  conversationId: string,
) {
  const { name } = agent;
  const settings = settingsOf(agent);
  const pending = new Set<Promise<void>>();

  async function store({ turn, of }: Remembered): Promise<void> {
    const step = of === 'result' ? `turn-${turn}.memory-result` : `turn-${turn}.memory`;
    try {
      await memories.rememberStep.executeWithOptions(
        { summary: `${name} · turn ${turn} · remember` },
        [{ runId, nodePath, step, conversationId, turn, of, maximumAttempts: attemptsOf.memory }],
      );
    } catch (error) {
      // An agent that has a result does not fail because of its memory.
      await keep({ step, label: `memory · turn ${turn}` }, error);
    }
  }

  /** Records a failure that the activity could not record itself. */
  async function keep({ step, label }: { step: string; label: string }, cause: unknown) {
    const error = toRunError(cause);
    if (error.type === unavailable) return;
    await records.recordMemoryFailure.executeWithOptions({ summary: `${name} · ${label} failed` }, [
      { runId, nodePath, step, label, error },
    ]);
  }

  return {
    /**
     * Recalls what the agent found in similar tasks.
     * @returns how long that took, without the time in a queue, and the sources of untrusted content in what it
     *   recalled.
     * @throws `MemoryUnavailable` if the memory does not respond but is required.
     */
    async recall(): Promise<Worked & Marked> {
      if (!settings.enabled) return {};
      const step = 'memory';
      try {
        const { workedMs, outside } = await memories.recallMemories.executeWithOptions(
          { summary: `${name} · recall` },
          [{ runId, nodePath, step, conversationId, maximumAttempts: attemptsOf.memory }],
        );
        return { workedMs, outside };
      } catch (error) {
        if (isCancellation(error)) throw error;
        await keep({ step, label: 'memory · recall' }, error);
        if (!settings.required) return { workedMs: workedBefore(error) };
        const { message } = toRunError(error);
        throw failure({
          type: unavailable,
          message: `${name} requires its memory (memory.required), which is not available. ${message}`,
        });
      }
    },

    /** Stores a finished step in memory while the agent continues. A cancel does not stop this. */
    remember(step: Remembered): void {
      if (!settings.enabled) return;
      const stored = CancellationScope.nonCancellable(() => store(step));
      pending.add(stored);
      void stored.then(() => pending.delete(stored));
    },

    /** Waits until everything is stored in memory, or has failed. */
    async settled(): Promise<void> {
      await CancellationScope.nonCancellable(() => Promise.all(pending));
    },
  };
}

/** Agents of runs that began before agents had a memory have none. */
function settingsOf({ memory }: Partial<RunAgentInput['agent']>) {
  return memory ?? { enabled: false, required: false };
}
