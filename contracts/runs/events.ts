import type { PlanView } from '../api/plans.ts';
import type { CallEvent } from './call-events.ts';
import type { RunChange } from './run-events.ts';
import type { ToldStep } from './told-step.ts';
import type { ToolProgress } from '../tools/tools.ts';

/** The model does not take a part of what was asked, by the names that the client used. */
export type IgnoredEvent = { type: 'ignored'; parameters: string[] };

/** An event with where it comes from. `sequence` counts the events of one call from 1, without gaps. */
export type StreamEvent = (CallEvent | IgnoredEvent) & {
  callId: string;
  sequence: number;
  runId?: string;
  nodePath?: string;
  step?: string;
};

/** What is told of a run, beside what its calls say, once it is on record. */
export type RunNotice =
  /** A step has begun, has come to know something, waits, or has ended. */
  | { type: 'step-written'; runId: string; step: ToldStep }
  /** An agent has made a plan, or a step of it is done. */
  | { type: 'plan-written'; runId: string; plan: PlanView }
  /** The run's own record: begun, waiting, asked to stop, ended. */
  | { type: 'run-written'; runId: string }
  | { type: 'approval-written'; runId: string; approvalId: string };

/** How far a tool run of a run has come, by the key of its step. It is kept nowhere. */
export type ToolProgressEvent = ToolProgress & {
  type: 'tool-progress';
  runId: string;
  key: string;
};

/**
 * An event of a run's stream with its number, from the process that numbers them to the others. Without a
 * change it says that another life of the stream has begun, or that nobody numbers any more.
 */
export type NumberedChange = {
  type: 'numbered';
  epoch: string;
  sequence: number;
  change?: RunChange;
};

/** Everything that a bus carries. */
export type BusEvent = StreamEvent | RunNotice | ToolProgressEvent | NumberedChange;

/** Where the beginnings, ends and approvals of all runs are published, as `RunNotice`s. */
export const allRunsChannel = 'runs';

/** Where a run's notices, the events of its calls and the progress of its tools are published. */
export function runChannel(runId: string): string {
  return `run:${runId}`;
}

/** Where the numbered events of a run's stream are published. */
export function streamChannel(runId: string): string {
  return `stream:${runId}`;
}

/** Where events of one call that belongs to no run are published. */
export function callChannel(callId: string): string {
  return `call:${callId}`;
}
