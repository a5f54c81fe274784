import { priorities } from '../../../contracts/messages.ts';
import type { Priority } from '../../../contracts/messages.ts';
import { isBefore } from './limit-state.ts';
import type { Place } from './limit-state.ts';

/** What waits, by priority and then by arrival. */
export function createCallQueue<Call extends Place>() {
  const calls: Call[] = [];
  return {
    add(call: Call): void {
      const index = calls.findLastIndex((other) => !isBefore(call, other));
      calls.splice(index + 1, 0, call);
    },
    /** False where the call was not in the queue any more. */
    remove(call: Call): boolean {
      const index = calls.indexOf(call);
      if (index >= 0) calls.splice(index, 1);
      return index >= 0;
    },
    first: (): Call | undefined => calls[0],
    all: (): readonly Call[] => calls,
    sizes: (): Record<Priority, number> =>
      Object.fromEntries(
        priorities.map((priority) => [
          priority,
          calls.filter((call) => call.priority === priority).length,
        ]),
      ) as Record<Priority, number>,
  };
}
