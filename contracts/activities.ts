import type { ArtifactReference, Output } from './artifact.ts';
import type { AgentDefinition } from './agents.ts';
import type { Json, JsonObject } from './json.ts';
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
  maximumOutputTokens?: number;
  temperature?: number;
};

export type CallModelInput = StepKey & {
  conversationId: string;
  /** Counted from 1. */
  turn: number;
  /** `finish` asks for the result now: the output tools where the agent has a form, else text. */
  toolChoice: 'auto' | 'finish';
};

/** A tool call that the model asked for; the arguments stay in the database. */
export type RequestedCall = {
  /** Position in the answer, counted from 0. */
  call: number;
  name: string;
  /** Short text for people: `get_ohlcv SPX 1d`. */
  label: string;
  /** The agent to delegate to, where this is a `delegate_to_<agent>`. */
  delegateTo?: string;
};

export type CallModelResult = {
  /** The start of the answer's text. */
  preview: string;
  /** Calls to run before the next turn. */
  calls: RequestedCall[];
  /** Set when the agent is done: the checked output. */
  output?: Output;
};

export type RunToolInput = StepKey & {
  tool: string;
  /** Arguments by value, or the model's call that holds them. */
  args: { value: Json } | { conversationId: string; turn: number; call: number };
  /** Set when an agent asks: the tools it may use. */
  allowedTools?: string[];
};

export type RunToolResult =
  | {
      status: 'completed';
      /** Null where an agent asked: the model reads the answer from its conversation. */
      output: Output;
      preview: string;
    }
  | { status: 'waiting'; retryAfterMs: number; reason: string };

export type RecordObservationInput = {
  conversationId: string;
  turn: number;
  call: number;
  /** What the model is told in place of the tool's answer. */
  observation: { error: RunError } | { output: Output };
};

export type CollectPartialResult = {
  turns: number;
  lastText: string;
  /** Previews of what the tools gave, oldest first. */
  observations: { tool: string; preview: string }[];
};

export type RequestApprovalInput = {
  approvalId: string;
  runId: string;
  nodePath: string;
  /** Where the decision is to be signalled to. */
  workflowId: string;
  title: string;
  show: Output;
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
};

export type FinishRunInput = {
  runId: string;
  status: EndStatus;
  output?: Output;
  error?: RunError;
  partial?: JsonObject;
  nodes: NodeState[];
  /** Who asked for the cancel, and why. */
  cancel?: { by: string; reason?: string };
};

/** Records of a run: quick writes to the database. */
export interface RecordActivities {
  startRun(input: { runId: string }): Promise<void>;
  finishRun(input: FinishRunInput): Promise<void>;
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
}

export interface ModelActivities {
  /** One request to a model, or its stored answer where this turn was answered before. */
  callModel(input: CallModelInput): Promise<CallModelResult>;
}

export interface ToolActivities {
  /**
   * One tool run through the executor.
   * @throws `ApplicationFailure` with a `ToolRefusalCode` as type.
   */
  runTool(input: RunToolInput): Promise<RunToolResult>;
}

export type Activities = RecordActivities & ModelActivities & ToolActivities;
