import type { Output } from '../base/artifact.ts';
import type { AskedTerms } from '../tools/approval-terms.ts';
import type { CalledAgain, CallWaiting, StepKey, Worked } from './step.ts';

export type CallModelInput = StepKey &
  CalledAgain & {
    conversationId: string;
    /** Counted from 1. */
    turn: number;
    /**
     * `finish` asks for the result now: the output tools where the agent has a form, else text. `plan` asks for a
     * plan: in the first turn together with the first calls, in a later one for the plan alone.
     */
    toolChoice: 'auto' | 'finish' | 'plan';
    /** How long the call may work, from when its model takes it on; as long as one try may take where left out. */
    leftMs?: number;
  };

/** A task for another agent: texts that say the same word for word have the same mark. */
export type GivenTask = {
  agent: string;
  mark: string;
  /** Set when it was not answered. */
  hasFailed?: boolean;
};

/** A tool call that the model asked for; the arguments stay in the database. */
export type RequestedCall = {
  /** Position in the answer, counted from 0. */
  call: number;
  name: string;
  /** Short text for people: `calculate 6 * 7`. */
  label: string;
  /** Set where the tool takes milliseconds and has no effect. */
  quick?: boolean;
  /** Set where the call carries out the result: what it gives is the agent's output. */
  delivers?: true;
  /** Set where this is a `delegate_to_<agent>`. */
  delegateTo?: GivenTask;
};

export type CallModelResult = Worked &
  (
    | {
        status: 'answered';
        /** The start of the answer's text. */
        preview: string;
        /** Calls to run before the next turn. */
        calls: RequestedCall[];
        /** Set when the answer set or marked the plan: how many of its steps are done. */
        plan?: { done: number; steps: number };
        /** Set when the answer had stored results read again: how many. */
        reads?: number;
        /** Set when the agent is done: the checked output. */
        output?: Output;
        /** Why what it tried to deliver is no result. */
        refused?: string;
      }
    /** The conversation is too long for the model: to be called again when turns up to this one are summarised. */
    | { status: 'summary_due'; through: number }
    | PlanDue
    | CallUnanswered
  );

/** A person has to decide on the agent's plan first; nothing was sent. */
export type PlanDue = AskedTerms & { status: 'plan_due' };

/** Why a call of a model gave no answer; `out_of_time` where it worked for as long as it may. */
export type CallUnanswered = CallPostponed | { status: 'out_of_time' };

/** Why a call of a model is to be made again. */
export type CallPostponed =
  /** The models' limits are used up for now, or no model can be reached. */
  | CallWaiting
  /** A budget whose policy is to ask a person does not allow the call; nothing was sent. */
  | {
      status: 'over_budget';
      account: string;
      /** What the account may spend now, in US dollars. */
      limitUsd: number;
      /** What an approval allows beyond that. */
      byUsd: number;
      /** What was spent and what the call wanted. */
      message: string;
    };

export type SummarizeTurnsInput = StepKey &
  CalledAgain & {
    conversationId: string;
    /** The turn that waits for the summary. */
    turn: number;
    /** The last turn that the summary holds; it holds all before it too. */
    through: number;
    /** As of `callModel`. */
    leftMs?: number;
  };

export type SummarizeTurnsResult = Worked & ({ status: 'answered' } | CallUnanswered);

export interface ModelActivities {
  /**
   * One request to a model, or its stored answer where this turn was answered before.
   * @throws `ApplicationFailure` of type `BudgetExceeded`, `AllModelsFailed` or `ContentFilter`.
   */
  callModel(input: CallModelInput): Promise<CallModelResult>;
  /** Has a model summarise the first turns of a conversation, once. Throws as `callModel` does. */
  summarizeTurns(input: SummarizeTurnsInput): Promise<SummarizeTurnsResult>;
}
