import type { ArtifactReference, Output } from '../base/artifact.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { RetryPlan } from '../runs/retry.ts';
import type { ResumeClaim } from '../runs/resume-claim.ts';
import type { EndStatus, NodeState, RunError } from '../runs/run.ts';
import type { RunPipelineInput } from '../runs/run-input.ts';
import type { StepKey } from './step.ts';

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

export type RecordInterruptionInput = {
  runId: string;
  nodePath: string;
  by: string;
  reason?: string;
};

export type RecordResumptionInput = {
  runId: string;
  nodePath: string;
  /** Who says that it may go on; left out where it stops, and where an older version took the request in. */
  request?: ResumeClaim;
};

/** Records of how a run goes, and its end. */
export interface RunRecords {
  /**
   * Makes sure that Baton started a workflow: a run is on record as it begins, and an agent has a parent in an open run.
   * @param input.at when a run begins, in milliseconds by the clock of its workflow; earlier versions leave it out.
   * @throws `NotStartedByBaton`, for good.
   */
  checkStart(
    input: { run: RunPipelineInput; at?: number } | { runId: string; parent?: string },
  ): Promise<void>;
  /**
   * Marks a run as begun. A task is in progress when a model first takes on a call for it, and has taken time since its
   * workflow began.
   * @param input.at milliseconds by the clock of its workflow; earlier versions leave it out.
   * @returns what the run ends with at once, where that is known before any of its nodes has run.
   */
  startRun(input: { runId: string; at?: number }): Promise<{ ends: Json } | undefined>;
  finishRun(input: FinishRunInput): Promise<void>;
  finishChild(input: FinishChildInput): Promise<void>;
  /**
   * What a child pipeline takes over from the run that is retried.
   * @param input.path of the pipeline node, from the run's root.
   * @param input.pipeline the name of the document.
   * @param input.from the node in it to run again, or the path of one deeper inside.
   */
  planChildRetry(input: {
    of: string;
    path: string;
    pipeline: string;
    from?: string;
  }): Promise<RetryPlan>;
  /** Asks Temporal to cancel a workflow: one cannot cancel itself so that Temporal shows it. */
  cancelWorkflow(input: { workflowId: string }): Promise<void>;
  /** Stores a value that is too large for the history. */
  storeArtifact(input: StepKey & { value: Json }): Promise<ArtifactReference>;
  /** Notes that an agent stands still until someone lets it go on. */
  recordInterruption(input: RecordInterruptionInput): Promise<void>;
  /** Gives why an agent does not go on, where a request says that it may: it then stands still as before. */
  recordResumption(input: RecordResumptionInput): Promise<{ refused: string } | undefined>;
}
