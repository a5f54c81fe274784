import type { JsonObject } from '../base/json.ts';
import type { ExpressionContext } from '../expressions/index.ts';

/** A node that waits for an event. */
export type OpenEventWaitInput = {
  /** `<run>/<node path>`. */
  id: string;
  runId: string;
  event: string;
  /** An expression that is true for the event that counts; left out, the first one does. */
  when?: string;
  /** Who may send it; left out, whoever may send events. */
  from?: string[];
  /** When the waiting is over at the latest, ISO 8601. */
  until?: string;
  /** What of the run the expression reads. */
  scope: ExpressionContext;
};

/** What has become of a waiting. */
export type EventWaitEnd = {
  /** The event, as expressions read it, where one has come. */
  event?: JsonObject;
  /** Why the filter could not be worked out for the last event of that name, where it could not. */
  problem?: string;
};

export interface TriggerRecords {
  /**
   * Notes that a schedule has fired: its run is started from the record, once, whenever the API is there.
   * @param input.at the time that it was set for, ISO 8601.
   * @param input.since when Temporal took it up: at that time, or as soon as it was there again.
   * @throws `NotStartedByBaton`, for good.
   */
  recordScheduled(input: { trigger: string; at: string; since: string }): Promise<void>;
  /** Notes that a workflow waits for an event. One that is told of from then on is kept for it, once. */
  openEventWait(input: OpenEventWaitInput): Promise<void>;
  /**
   * Says whether the event has come.
   * @param input.isOver nobody waits any more: where none has come by now, none counts.
   */
  endEventWait(input: { id: string; isOver: boolean }): Promise<EventWaitEnd>;
}
