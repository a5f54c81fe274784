import { priorities } from '../../../contracts/models/messages.ts';
import type { Priority } from '../../../contracts/models/messages.ts';
import { createRounds } from './rounds.ts';
import type { RoundsCall } from './rounds.ts';

/** What waits: by priority, then users in turns, then by arrival. */
export function createCallQueue<Call extends RoundsCall & { priority: Priority }>() {
  const waiting = new Set<Call>();
  const rounds = new Map(priorities.map((priority) => [priority, createRounds()]));
  let ordered: Call[] | undefined;

  const ofPriority = (wanted: Priority) =>
    [...waiting].filter(({ priority }) => priority === wanted);
  const all = (): readonly Call[] =>
    (ordered ??= [...rounds].flatMap(([priority, { order }]) => order(ofPriority(priority))));

  /** False where the call was not in the queue any more. */
  function remove(call: Call): boolean {
    ordered = undefined;
    return waiting.delete(call);
  }

  return {
    all,
    first: (): Call | undefined => all()[0],
    add(call: Call): void {
      ordered = undefined;
      waiting.add(call);
    },
    remove,
    /** Removes a call whose turn it was. False where it was not in the queue any more. */
    serve(call: Call): boolean {
      if (waiting.has(call)) rounds.get(call.priority)?.served(call);
      return remove(call);
    },
    sizes: (): Record<Priority, number> =>
      Object.fromEntries(
        priorities.map((priority) => [priority, ofPriority(priority).length]),
      ) as Record<Priority, number>,
  };
}
