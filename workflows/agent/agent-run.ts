import type { GivenTask, Marked, OpenConversationInput } from '../../contracts/activities/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { Budget } from '../../contracts/models/budget.ts';
import type { OutageTerms } from '../../contracts/runs/run-input.ts';
import type { EarlierWork } from '../../contracts/runs/retry.ts';
import type { Control } from './agent-control.ts';
import type { Ancestry } from './delegation-guards.ts';

export type RunAgentInput = {
  runId: string;
  /** Ids from the run's root to the agent's node and, for a delegated task, to the delegation. */
  nodePath: string;
  agent: AgentDefinition;
  /** The agents of the run by name, including those that can be delegated to. */
  agents: Record<string, AgentDefinition>;
  task: OpenConversationInput['task'];
  /** Budgets of the agent and of those that delegated to it. */
  budgets: Budget[];
  /** The sources of untrusted content that the task depends on. */
  outside?: string[];
  /** Short texts in the input of its pipeline, such as a symbol: the result must be about the same. */
  asked?: Record<string, string>;
  /** How the task was delegated to the agent, if another agent delegated it. */
  ancestry?: Ancestry;
  /** The earlier attempt, or the retried run, from which the agent continues. */
  continues?: EarlierWork;
  /** How long it waits for an outage to end; default: without limit. */
  outage?: OutageTerms;
  /** The state from which the agent continues after continuing as new. */
  resume?: Progress;
};

/** How far an agent has come. */
export type Progress = {
  turn: number;
  /** What is left of its time limit. */
  leftMs: number;
  /** Consecutive answers that did not match its output schema. */
  unanswered: number;
  /** How often it asked a person for more money. */
  asked: number;
  /** Why its last result was refused, if it was. */
  refused?: string;
  /** The tasks that it has delegated. */
  given?: GivenTask[];
  /** The sources of untrusted content that it has read. */
  outside?: string[];
  /** Whether its model has set a plan. */
  planned?: boolean;
  control: Control;
};

export type AgentResult = { output: Output; turns: number; workedMs: number } & Marked;

/** The type of the workflow `runAgent`, for code that continues it as new or starts it as a child. */
export type RunAgent = (input: RunAgentInput) => Promise<AgentResult>;
