import type { AgentDefinition } from '../agents/index.ts';
import type { Output } from '../base/artifact.ts';
import type { Budget } from '../models/budget.ts';
import type { Json, JsonSchema } from '../base/json.ts';
import type { EarlierWork } from '../runs/retry.ts';
import type { ResumeClaim } from '../runs/resume-claim.ts';
import type { RunError } from '../runs/run.ts';
import type { ToolFault } from '../tools/tools.ts';
import type { Marked } from './step.ts';

export type OpenConversationInput = {
  runId: string;
  nodePath: string;
  conversationId: string;
  agent: AgentDefinition;
  /** The task's text, or the call of `delegate_to_<agent>` that holds it. */
  task: string | { conversationId: string; turn: number; call: number };
  /** What the agents may be told of those they delegate to: role by name. */
  delegates: Record<string, string>;
  /** Budgets of the agent and of those that delegated to it; the run's own is in its record. */
  budgets: Budget[];
  /** Whose content the task rests on, where others wrote it. */
  outside?: string[];
  /** Short texts of the input of its pipeline: its result must be of what they name. */
  asked?: Record<string, string>;
  maximumOutputTokens?: number;
  temperature?: number;
  /** The form of the answer, which is then its value in place of its text. */
  schema?: JsonSchema;
  /** Where the agent worked before: it goes on from there, where it has the same task. */
  continues?: EarlierWork;
  /** Whether one answer without tools is all that is wanted, as by a model node: what can be used of an earlier one is kept. */
  once?: boolean;
};

/** How far an agent had come whose conversation goes on. */
export type ContinuedConversation = EarlierWork &
  Marked & {
    /** The turn to go on with: the first that did not end. */
    turn: number;
    /** Whether its model has set a plan. */
    planned: boolean;
  };

export type RecordObservationInput = {
  conversationId: string;
  turn: number;
  call: number;
  /** What the model is told in place of the tool's answer. */
  observation: (
    | {
        error: RunError;
        /** Of a tool that was called in vain: where that lies, as far as it says so. */
        fault?: ToolFault;
        partial?: Json;
      }
    | { output: Output }
  ) &
    Marked;
};

export type CollectPartialResult = {
  turns: number;
  lastText: string;
  /** Previews of what the tools gave, oldest first. */
  observations: { tool: string; preview: string }[];
  /** The steps of its plan that it had not done. */
  missing?: string[];
};

export type AddInstructionInput = {
  conversationId: string;
  /** The turn after whose results it is put. */
  turn: number;
  /** Instructions that the agent was given before this one. */
  earlier: number;
  text: string;
  /** Left out where an older version took the instruction in. */
  request?: ResumeClaim;
};

/** Records of what an agent and its model have said to each other. */
export interface ConversationRecords {
  /**
   * Checks that the agent has all it needs, then stores its first messages, and those of the turns that it had ended where
   * it goes on from earlier work.
   * @returns how far it had come; nothing where it begins anew.
   * @throws `ApplicationFailure` of type `DependencyMissing` that lists everything that is missing.
   */
  openConversation(input: OpenConversationInput): Promise<ContinuedConversation | undefined>;
  recordObservation(input: RecordObservationInput): Promise<void>;
  collectPartial(input: { conversationId: string }): Promise<CollectPartialResult>;
  /** Puts what a person tells an agent into its conversation, as a message of the user. Gives why not, where nothing proves who it is from. */
  addInstruction(input: AddInstructionInput): Promise<{ refused: string } | undefined>;
}
