import type { JsonObject } from '../base/json.ts';
import type { Budget } from '../models/budget.ts';
import type { CompiledPipeline, Pipeline } from '../pipelines/pipeline.ts';
import type { RetryPlan } from './retry.ts';
import type { RunKind } from './run.ts';

/** How long what is away is waited for; for as long as it takes where nothing is set. */
export type OutageTerms = {
  /** Beyond it the call fails with `Outage`; 0 does not wait. */
  limitMs?: number;
  /** The time limit that the node itself has, which an outage uses up. */
  timeoutMs?: number;
};

/** What workflow `runPipeline` starts with. */
export type RunPipelineInput = {
  runId: string;
  /** A task begins with its first step, a run with its workflow. */
  kind?: RunKind;
  /** Node ids from the run's root to this pipeline, joined by `/`; empty for the run itself. */
  path: string;
  compiled: CompiledPipeline;
  /** The pipeline to run, where it is not `compiled.pipeline`: a child's. */
  pipeline?: Pipeline;
  input: JsonObject;
  /** Whose content the input rests on, where others wrote it. */
  outside?: string[];
  /** Of that, what no person has approved since; left out, all of it. */
  unapproved?: string[];
  /** How many pipelines this one is inside of. */
  depth: number;
  /** What it takes over, where it retries another run. */
  retry?: RetryPlan;
  /** Of a child whose node goes on with what it had done: the run that is retried. */
  continues?: string;
  /** Of such a child: the node in it to run again, or the path of one deeper inside. */
  continuesFrom?: string | undefined;
  /** What the model calls of its nodes are charged to, beside their own budgets: those of the loops around it. */
  budgets?: Budget[];
  /** How long nodes that say nothing themselves wait for what is away: as the parent's node has it. */
  outage?: OutageTerms;
};
