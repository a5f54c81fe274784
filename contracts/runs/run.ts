import type { Json } from '../base/json.ts';
import type { Output } from '../base/artifact.ts';

/** A task is a run whose pipeline is one agent. */
export const runKinds = ['run', 'task'] as const;
export type RunKind = (typeof runKinds)[number];

export const runStatuses = [
  'pending',
  'in_progress',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'timeout',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The statuses from which a run does not move again. */
export const endStatuses = ['completed', 'failed', 'cancelled', 'timeout'] as const;
export type EndStatus = (typeof endStatuses)[number];

export function hasEnded(status: RunStatus): status is EndStatus {
  return (endStatuses as readonly string[]).includes(status);
}

export type NodeStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'timeout';

/** An error as records and users see it: a stable type, and a message that says what to do. */
export type RunError = {
  type: string;
  message: string;
  node?: string;
  /** Set where a side effect may have been carried out all the same. */
  doubt?: true;
};

/** How an item of a map or a round of a loop stands. */
export const partStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type PartStatus = (typeof partStatuses)[number];

/** The state of one node, as the interpreter's `state` query and the run record give it. */
export type NodeState = {
  id: string;
  kind: string;
  status: NodeStatus;
  /** The port that the node left through. */
  port?: string;
  output?: Output;
  error?: RunError;
  /** What a node had done when it was stopped. */
  partial?: Json;
  /** Whose content it rests on, its own and that of the nodes before it, where others wrote it. */
  outside?: string[];
  /** Of a map its items, of a loop the rounds that have begun: how each stands, in their order. Earlier versions kept none. */
  parts?: PartStatus[];
  /** The earlier run that it ran in, where this one retries that and keeps what it gave. */
  keptFrom?: string;
  /** Whether its output was given when the run was started, in place of running it. */
  pinned?: true;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  endedAt?: number;
};

/** An agent that a person told to stand still, and that waits to be told to go on. */
export type Interruption = { by: string; reason?: string };

/** The answer of the `state` query of `runPipeline`. */
export type RunState = { status: RunStatus; nodes: NodeState[] };
