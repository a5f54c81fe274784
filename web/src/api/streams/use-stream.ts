import { useSyncExternalStore } from 'react';
import type { StreamState, StreamStore } from './stream-store.ts';

/**
 * A part of what a stream has come to, while a component shows it. The component is drawn anew when that part is
 * another object, not with every event.
 */
export function useStream<Event extends { type: string }, Value, Part>(
  store: StreamStore<Event, Value>,
  part: (state: StreamState<Value>) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
