import { condition, setHandler } from '@temporalio/workflow';
import { eventArrived, isEventArrival } from '../messages.ts';

/** The waitings of this workflow that an event is said to have come for. A workflow has its modules to itself. */
const arrived = new Set<string>();
let isListening = false;

/** Takes in what is told of events; what was told before it is taken in too. */
export function listenForEvents(): void {
  if (isListening) return;
  isListening = true;
  setHandler(eventArrived, (arrival) => {
    if (isEventArrival(arrival)) arrived.add(arrival.wait);
  });
}

/** Waits until an event is said to have come, once for each time that it is said. @returns false when the time is up. */
export async function untilEvent(
  id: string,
  { leftMs, summary }: { leftMs: number; summary: string },
): Promise<boolean> {
  const isTold = await condition(() => arrived.has(id), Math.max(leftMs, 1), { summary });
  arrived.delete(id);
  return isTold;
}
