import { condition, setHandler } from '@temporalio/workflow';
import { eventArrived, isEventArrival } from '../messages.ts';

/** The waits of this workflow for which an event was signaled. Each workflow has its own copy of this module. */
const arrived = new Set<string>();
let isListening = false;

/** Handles event signals, including those that arrived earlier. */
export function listenForEvents(): void {
  if (isListening) return;
  isListening = true;
  setHandler(eventArrived, (arrival) => {
    if (isEventArrival(arrival)) arrived.add(arrival.wait);
  });
}

/** Waits until an event is signaled for this wait, and uses up the signal. @returns false when the time is up. */
export async function untilEvent(
  id: string,
  { leftMs, summary }: { leftMs: number; summary: string },
): Promise<boolean> {
  const isTold = await condition(() => arrived.has(id), Math.max(leftMs, 1), { summary });
  arrived.delete(id);
  return isTold;
}
