import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Marked, RememberStepInput, Worked } from '../../contracts/activities/index.ts';
import { failure, toRunError } from '../errors.ts';
import { attemptsOf, memories, records } from '../proxies.ts';
import type { RunAgentInput } from './agent-run.ts';
import { workedBefore } from '../calls/time-limit.ts';

const unavailable = 'MemoryUnavailable';

type Remembered = Pick<RememberStepInput, 'turn' | 'of'>;

export type AgentMemory = ReturnType<typeof createAgentMemory>;

/**
 * What an agent remembers, where it has a memory. What goes wrong is on record; it stops the agent only where
 * it cannot do without.
 */
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
      // An agent that has found something is not failed for it.
      await keep({ step, label: `memory · turn ${turn}` }, error);
    }
  }

  /** Puts a failure on record that the activity did not: it has where it could say why. */
  async function keep({ step, label }: { step: string; label: string }, cause: unknown) {
    const error = toRunError(cause);
    if (error.type === unavailable) return;
    await records.recordMemoryFailure.executeWithOptions({ summary: `${name} · ${label} failed` }, [
      { runId, nodePath, step, label, error },
    ]);
  }

  return {
    /**
     * Tells the agent what it found in tasks like this one.
     * @returns how long that took, without the time in a queue, and whose content it was told, where others wrote it.
     * @throws `MemoryUnavailable` where it cannot do without.
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

    /** Has a finished step remembered, while the agent goes on. A cancel does not take back what was found. */
    remember(step: Remembered): void {
      if (!settings.enabled) return;
      const stored = CancellationScope.nonCancellable(() => store(step));
      pending.add(stored);
      void stored.then(() => pending.delete(stored));
    },

    /** Waits until all that was to be remembered is, or has failed. */
    async settled(): Promise<void> {
      await CancellationScope.nonCancellable(() => Promise.all(pending));
    },
  };
}

/** Agents of runs that began before agents had a memory have none. */
function settingsOf({ memory }: Partial<RunAgentInput['agent']>) {
  return memory ?? { enabled: false, required: false };
}
