import type { ChatDelta } from './messages.ts';

/** What happens during a model call, as it happens. */
export type CallEvent =
  | ChatDelta
  /** Another attempt begins: what the one before it has said is void. */
  | { type: 'retry'; attempt: number }
  | { type: 'failover'; from: string; to: string; reason: string }
  /** The answer is complete; what is on record counts, not what was streamed. */
  | { type: 'finish' };

/** An event with where it comes from. `sequence` counts the events of one call from 1, without gaps. */
export type StreamEvent = CallEvent & {
  callId: string;
  sequence: number;
  runId?: string;
  nodePath?: string;
  step?: string;
};

/** Where events of a run are published. */
export function runChannel(runId: string): string {
  return `run:${runId}`;
}

/** Where events of one call that belongs to no run are published. */
export function callChannel(callId: string): string {
  return `call:${callId}`;
}
