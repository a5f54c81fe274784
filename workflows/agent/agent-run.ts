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
  /** Ids from the run's root to the agent's node, and to the delegation where it is one. */
  nodePath: string;
  agent: AgentDefinition;
  /** The agents of the run, by name: those delegated to are among them. */
  agents: Record<string, AgentDefinition>;
  task: OpenConversationInput['task'];
  /** Budgets of the agent and of those that delegated to it. */
  budgets: Budget[];
  /** Whose content the task rests on, where others wrote it. */
  outside?: string[];
  /** Short texts of the input of its pipeline: its result must be of what they name. */
  asked?: Record<string, string>;
  /** How the task came to the agent, where another agent gave it. */
  ancestry?: Ancestry;
  /** Where the agent worked before, in an earlier attempt or in the run that is retried: it goes on from there. */
  continues?: EarlierWork;
  /** How long it waits for what is away; for as long as it takes where left out. */
  outage?: OutageTerms;
  /** Where the agent goes on after it continued as new. */
  resume?: Progress;
};

/** How far an agent has come. */
export type Progress = {
  turn: number;
  /** What is left of its time limit. */
  leftMs: number;
  /** Answers in a row that were not in its form. */
  unanswered: number;
  /** How often it asked a person for more money. */
  asked: number;
  /** Why its last result was refused, where it was. */
  refused?: string;
  /** The tasks that it has given to others. */
  given?: GivenTask[];
  /** Whose content it has read, where others wrote it. */
  outside?: string[];
  /** Whether its model has set a plan. */
  planned?: boolean;
  control: Control;
};

export type AgentResult = { output: Output; turns: number; workedMs: number } & Marked;

/** The workflow `runAgent`, as those below it start it again or as a child. */
export type RunAgent = (input: RunAgentInput) => Promise<AgentResult>;
