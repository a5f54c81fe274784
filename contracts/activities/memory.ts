import type { RunError } from '../runs/run.ts';
import type { CalledAgain, Marked, StepKey, Worked } from './step.ts';

export type RecallMemoriesInput = StepKey & CalledAgain & { conversationId: string };

export type RecallMemoriesResult = Worked & {
  /** What the agent was told, most similar first. */
  memories: { id: string; runId: string; similarity: number; preview: string }[];
} & Marked;

export type RememberStepInput = StepKey &
  CalledAgain & {
    conversationId: string;
    turn: number;
    /** What the tools of the turn gave, or what the agent delivered in it. */
    of: 'observations' | 'result';
  };

export interface MemoryActivities {
  /**
   * Puts the memories of the agent that are most like its task into its conversation.
   * @throws `ApplicationFailure` of type `MemoryUnavailable`, which the step's record tells too.
   */
  recallMemories(input: RecallMemoriesInput): Promise<RecallMemoriesResult>;
  /** Stores a finished step, once. Throws as `recallMemories` does. */
  rememberStep(input: RememberStepInput): Promise<{ stored: boolean }>;
}

/** A step of memory that could not be done. */
export type RecordMemoryFailureInput = StepKey & { label: string; error: RunError };

export interface MemoryRecords {
  /** Puts on record what an activity of memory could not say itself, since it never ran or died. */
  recordMemoryFailure(input: RecordMemoryFailureInput): Promise<void>;
}
