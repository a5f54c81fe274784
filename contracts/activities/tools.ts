import type { Output } from '../base/artifact.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { AskedTerms } from '../tools/approval-terms.ts';
import type { SideEffectTerms } from '../tools/side-effects.ts';
import type { CalledAgain, CallWaiting, StepKey, Worked } from './step.ts';

export type RunToolInput = StepKey &
  CalledAgain & {
    tool: string;
    /** Arguments by value, or the model's call that holds them. */
    args: { value: Json } | { conversationId: string; turn: number; call: number };
    /** Set when an agent asks: the tools it may use. */
    allowedTools?: string[];
    /** What the agent has left of its time: beyond it a tool finishes, and is not tried again. */
    leftMs?: number;
    /**
     * Whose content it rests on, where others wrote it: what the agent that asks has read, or what comes before a node and
     * no person has approved since.
     */
    outside?: string[];
    /** Set where a node asks: who decides on its side effect. Left out, whoever wrote the pipeline has decided. */
    sideEffects?: SideEffectTerms;
    /** Whether a call that only makes smaller what is at risk is made without asking anybody. */
    sparesRelief?: true;
    /** The run whose work a node goes on with: what was answered there, or is under way, is not called anew. */
    continues?: string;
    /** The approval that a person has decided on, where one was asked for this call. */
    approvalId?: string;
  };

export type RunToolResult = Worked &
  (
    | {
        status: 'completed';
        /**
         * Null where an agent asked: the model reads the answer from its conversation. Where the call carries out the agent's
         * result, the result.
         */
        output: Output;
        preview: string;
        /** Whose content the answer holds, where others wrote it. */
        outside?: string[];
      }
    | CallWaiting
    | ApprovalDue
  );

/** A call that may not be made before a person has approved it; nothing was done. */
export type ApprovalDue = AskedTerms & {
  status: 'approval_due';
  /** What would be done, for people: `matrix_send The report is ready`. */
  label: string;
  /** What a person decides on, beside the arguments. */
  show: JsonObject;
  /** Whose content it rests on, as far as is known. */
  outside: string[];
};

export interface ToolActivities {
  /**
   * One tool run through the executor.
   * @throws `ApplicationFailure` with a `ToolRefusalCode` as type.
   */
  runTool(input: RunToolInput): Promise<RunToolResult>;
}
