import type { BusEvent, StreamEvent } from '../contracts/runs/events.ts';

/**
 * Carries what is seen while it happens, beside Temporal: what is on record counts, so that an event that is
 * lost loses nothing.
 */
export interface Bus {
  /** Never throws and never waits. */
  publish(channel: string, event: BusEvent): void;
  /**
   * Calls `listener` for every event that is published from when the promise resolves; gives the way to stop it.
   * What kinds of events a channel carries, its name says.
   */
  subscribe<Event extends BusEvent = StreamEvent>(
    channel: string,
    listener: (event: Event) => void,
  ): Promise<() => void>;
  /** Whether the server that events go through answers; left out where there is none. */
  responds?(): Promise<boolean>;
  close(): Promise<void>;
}
