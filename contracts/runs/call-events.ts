import type { ChatDelta } from '../models/messages.ts';

/** What happens during a model call, as it happens. */
export type CallEvent =
  | ChatDelta
  /** Another attempt begins: what the one before it has said is void. */
  | { type: 'retry'; attempt: number }
  | { type: 'failover'; from: string; to: string; reason: string }
  /** The answer is complete; what is on record counts, not what was streamed. */
  | { type: 'finish' };

/** What a model call says: `sequence` counts the events of one try of the call from 1, without gaps. */
export type RunCallEvent = CallEvent & {
  callId: string;
  sequence: number;
  nodePath: string;
  step: string;
};
