import type { Sent } from '../../../../contracts/runs/run-events.ts';
import { followStream } from './follow-stream.ts';
import type { StreamSocket } from './follow-stream.ts';

/** What a stream has come to, and how the connection stands. */
export type StreamState<Value> = {
  value: Value;
  isLive: boolean;
  /** When the connection was lost, in milliseconds since the epoch; 0 where it never was. */
  lostAt: number;
};

/** Several events within this time are one change for who looks. */
const togetherMs = 16;
/** Whoever leaves a page and comes back at once keeps the connection. */
const lingerMs = 1_000;

/**
 * A stream that is followed while somebody looks at what it comes to.
 * @param options.apply gives the value after an event.
 */
export function createStreamStore<Event extends { type: string }, Value>(options: {
  open: (after: string | undefined) => StreamSocket;
  initial: Value;
  apply: (value: Value, event: Sent<Event>) => Value;
  onEvent?: (event: Sent<Event>) => void;
}) {
  const { open, apply, onEvent } = options;
  const listeners = new Set<() => void>();
  let state: StreamState<Value> = { value: options.initial, isLive: false, lostAt: 0 };
  let last: string | undefined;
  let followed: ReturnType<typeof followStream> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function change(next: StreamState<Value>): void {
    state = next;
    telling ??= setTimeout(() => {
      telling = undefined;
      for (const listener of listeners) listener();
    }, togetherMs);
  }

  function follow(): void {
    followed = followStream<Event>({
      open,
      after: last,
      onEvent(event) {
        last = event.position;
        change({ ...state, value: apply(state.value, event) });
        onEvent?.(event);
      },
      onLive(isLive) {
        if (isLive === state.isLive) return;
        change({ ...state, isLive, ...(!isLive && { lostAt: Date.now() }) });
      },
    });
  }

  function leave(): void {
    followed?.stop();
    followed = undefined;
    change({ ...state, isLive: false, lostAt: Date.now() });
  }

  return {
    get: (): StreamState<Value> => state,
    subscribe(listener: () => void): () => void {
      clearTimeout(leaving);
      listeners.add(listener);
      if (!followed) follow();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) leaving = setTimeout(leave, lingerMs);
      };
    },
    hurry: (): void => followed?.hurry(),
  };
}

export type StreamStore<Event extends { type: string }, Value> = ReturnType<
  typeof createStreamStore<Event, Value>
>;
