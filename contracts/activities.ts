import type { ArtifactReference, Output } from './artifact.ts';
import type { AgentDefinition } from './agents.ts';
import type { Budget } from './budget.ts';
import type { Json, JsonObject, JsonSchema } from './json.ts';
import type { EndStatus, NodeState, RunError } from './run.ts';

/**
 * Names one step of a run. The three together are its key: an activity that runs twice under the same
 * key has its effect once.
 */
export type StepKey = {
  runId: string;
  /** Ids from the run's root to the node, joined by `/`. */
  nodePath: string;
  /** Within the node: `tool`, `turn-3`, `turn-3.call-1`. */
  step: string;
};

/** How long work took, in milliseconds: what agents' time limits count. Time in queues and between tries is not in it. */
export type Worked = { workedMs?: number };

/** The three parts of a step's key as one text: `<run>/<node path>#<step>`. */
export function stepKeyText({ runId, nodePath, step }: StepKey): string {
  return `${runId}/${nodePath}#${step}`;
}

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
  maximumOutputTokens?: number;
  temperature?: number;
  /** The form of the answer, which is then its value in place of its text. */
  schema?: JsonSchema;
};

export type CallModelInput = StepKey & {
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
  /** Short text for people: `get_ohlcv SPX 1d`. */
  label: string;
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
    | CallUnanswered
  );

/** Why a call of a model gave no answer; `out_of_time` where it worked for as long as it may. */
export type CallUnanswered = CallPostponed | { status: 'out_of_time' };

/** Why a model was not asked for now; nothing was sent. */
export type CallPostponed =
  /** The models' limits are used up for now: to be called again later, under the same key. */
  | { status: 'waiting'; retryAfterMs: number; reason: string }
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

export type SummarizeTurnsInput = StepKey & {
  conversationId: string;
  /** The turn that waits for the summary. */
  turn: number;
  /** The last turn that the summary holds; it holds all before it too. */
  through: number;
  /** As of `callModel`. */
  leftMs?: number;
};

export type SummarizeTurnsResult = Worked & ({ status: 'answered' } | CallUnanswered);

export type RunToolInput = StepKey & {
  tool: string;
  /** Arguments by value, or the model's call that holds them. */
  args: { value: Json } | { conversationId: string; turn: number; call: number };
  /** Set when an agent asks: the tools it may use. */
  allowedTools?: string[];
  /** What the agent has left of its time: beyond it a tool finishes, and is not tried again. */
  leftMs?: number;
};

export type RunToolResult = Worked &
  (
    | {
        status: 'completed';
        /** Null where an agent asked: the model reads the answer from its conversation. */
        output: Output;
        preview: string;
      }
    | { status: 'waiting'; retryAfterMs: number; reason: string }
  );

export type RecordObservationInput = {
  conversationId: string;
  turn: number;
  call: number;
  /** What the model is told in place of the tool's answer. */
  observation: { error: RunError; partial?: Json } | { output: Output };
};

export type CollectPartialResult = {
  turns: number;
  lastText: string;
  /** Previews of what the tools gave, oldest first. */
  observations: { tool: string; preview: string }[];
  /** The steps of its plan that it had not done. */
  missing?: string[];
};

export type RequestApprovalInput = {
  approvalId: string;
  runId: string;
  nodePath: string;
  /** Where the decision is to be signalled to. */
  workflowId: string;
  title: string;
  show: Output;
  /** What may be changed before approving: arguments of a tool. */
  editable?: { tool: string; args: Output };
  approvers: string[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export type CloseApprovalInput = {
  approvalId: string;
  runId: string;
  status: 'approved' | 'rejected' | 'expired' | 'withdrawn';
  by?: string;
  comment?: string;
  /** What the person approved in place of the arguments that were asked for. */
  editedArgs?: JsonObject;
};

/** What a person approved: more money for an account. */
export type RaiseBudgetInput = {
  approvalId: string;
  runId: string;
  account: string;
  /** In US dollars. */
  byUsd: number;
  by: string;
  comment?: string;
};

export type RecordInterruptionInput = {
  runId: string;
  nodePath: string;
  by: string;
  reason?: string;
};

export type AddInstructionInput = {
  conversationId: string;
  /** The turn after whose results it is put. */
  turn: number;
  /** Instructions that the agent was given before this one. */
  earlier: number;
  text: string;
};

export type FinishRunInput = {
  runId: string;
  status: EndStatus;
  output?: Output;
  error?: RunError;
  /** Where the error arose, for operators alone. */
  stack?: string;
  partial?: JsonObject;
  nodes: NodeState[];
  /** Who asked for the cancel, and why. */
  cancel?: { by: string; reason?: string };
};

/** How the nodes of a child pipeline had come out when it ended, whatever its end. */
export type FinishChildInput = {
  runId: string;
  /** Ids from the run's root to the pipeline node. */
  path: string;
  nodes: NodeState[];
};

export type MakePlanInput = StepKey & { conversationId: string };

export type RecallMemoriesInput = StepKey & { conversationId: string };

export type RecallMemoriesResult = Worked & {
  /** What the agent was told, most similar first. */
  memories: { id: string; runId: string; similarity: number; preview: string }[];
};

export type RememberStepInput = StepKey & {
  conversationId: string;
  turn: number;
  /** What the tools of the turn gave, or what the agent delivered in it. */
  of: 'observations' | 'result';
};

/** A step of memory that could not be done. */
export type RecordMemoryFailureInput = StepKey & { label: string; error: RunError };

/** Records of a run: quick writes to the database. */
export interface RecordActivities {
  /** Marks a run as begun. A task is when a model first takes on a call for it. */
  startRun(input: { runId: string }): Promise<void>;
  finishRun(input: FinishRunInput): Promise<void>;
  finishChild(input: FinishChildInput): Promise<void>;
  /** Asks Temporal to cancel a workflow: one cannot cancel itself so that Temporal shows it. */
  cancelWorkflow(input: { workflowId: string }): Promise<void>;
  /** Stores a value that is too large for the history. */
  storeArtifact(input: StepKey & { value: Json }): Promise<ArtifactReference>;
  requestApproval(input: RequestApprovalInput): Promise<{ hash: string }>;
  closeApproval(input: CloseApprovalInput): Promise<void>;
  /**
   * Checks that the agent has all it needs, then stores its first messages.
   * @throws `ApplicationFailure` of type `DependencyMissing` that lists everything that is missing.
   */
  openConversation(input: OpenConversationInput): Promise<void>;
  recordObservation(input: RecordObservationInput): Promise<void>;
  collectPartial(input: { conversationId: string }): Promise<CollectPartialResult>;
  /** Closes an approval as approved and raises the budget that it was about: both, and once. */
  raiseBudget(input: RaiseBudgetInput): Promise<void>;
  /** Notes that an agent stands still until someone lets it go on. */
  recordInterruption(input: RecordInterruptionInput): Promise<void>;
  recordResumption(input: { runId: string; nodePath: string }): Promise<void>;
  /** Puts on record what an activity of memory could not say itself, since it never ran or died. */
  recordMemoryFailure(input: RecordMemoryFailureInput): Promise<void>;
  /** Puts what a person tells an agent into its conversation, as a message of the user. */
  addInstruction(input: AddInstructionInput): Promise<void>;
}

export interface ModelActivities {
  /**
   * One request to a model, or its stored answer where this turn was answered before.
   * @throws `ApplicationFailure` of type `BudgetExceeded`, `AllModelsFailed` or `ContentFilter`.
   */
  callModel(input: CallModelInput): Promise<CallModelResult>;
  /** Has a model summarise the first turns of a conversation, once. Throws as `callModel` does. */
  summarizeTurns(input: SummarizeTurnsInput): Promise<SummarizeTurnsResult>;
}

export interface PlanningActivities {
  /**
   * Has the agent's own planner make its plan.
   * @throws `ApplicationFailure` of type `PlannerFailed` that says what the planner threw, or gave wrongly.
   */
  makePlan(input: MakePlanInput): Promise<Worked & { steps: number }>;
}

export interface MemoryActivities {
  /**
   * Puts the memories of the agent that are most like its task into its conversation.
   * @throws `ApplicationFailure` of type `MemoryUnavailable`, which the step's record tells too.
   */
  recallMemories(input: RecallMemoriesInput): Promise<RecallMemoriesResult>;
  /** Stores a finished step, once. Throws as `recallMemories` does. */
  rememberStep(input: RememberStepInput): Promise<{ stored: boolean }>;
}

/** Calls of the gateway, each an activity of its own. What they are asked and answer is in the records. */
export interface GatewayActivities {
  /** @throws `ApplicationFailure` with the type of a `GatewayFailure`. */
  answerChat(input: { callId: string }): Promise<void>;
  /** Throws as `answerChat` does. */
  embedTexts(input: { callId: string }): Promise<void>;
  /** One tool run that no run stands around. Throws as `answerChat` does. */
  callTool(input: { callId: string }): Promise<void>;
  /** Looks into the memory of an agent, or has it forget. Throws as `answerChat` does. */
  askMemory(input: { callId: string }): Promise<void>;
}

export interface NotificationActivities {
  /**
   * One try at a delivery of the outbox, which says itself what is to be sent and where.
   * @throws `ApplicationFailure` of type `DeliveryFailed`, non-retryable where no other try is worth it.
   */
  deliverNotification(input: { deliveryId: string }): Promise<void>;
}

export interface ToolActivities {
  /**
   * One tool run through the executor.
   * @throws `ApplicationFailure` with a `ToolRefusalCode` as type.
   */
  runTool(input: RunToolInput): Promise<RunToolResult>;
}

export type Activities = RecordActivities &
  ModelActivities &
  PlanningActivities &
  MemoryActivities &
  GatewayActivities &
  NotificationActivities &
  ToolActivities;
