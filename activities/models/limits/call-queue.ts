import { priorities } from '../../../contracts/models/messages.ts';
import type { Priority } from '../../../contracts/models/messages.ts';

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

/** A call that waits. Calls without a user count as those of one. */
type RoundsCall = { user?: string | undefined; arrivedAt: number };

/**
 * Lets users take turns: in each round each has one call, and within a round who came first goes first. So five hundred
 * calls of one user do not hold up five of another. It is start-time fair queueing with calls of one size (Goyal,
 * Vin and Cheng, 1996): who comes back after a while begins in the round that is on, not in those that were missed.
 */
export function createRounds() {
  /** The round of the last call of each user that went, for those who are not behind. */
  const last = new Map<string, number>();
  let current = 0;

  const next = (user: string) => Math.max(current, (last.get(user) ?? -1) + 1);

  return {
    order<Call extends RoundsCall>(calls: readonly Call[]): Call[] {
      const taken = new Map<string, number>();
      return calls
        .toSorted((one, other) => one.arrivedAt - other.arrivedAt)
        .map((call) => {
          const { user = '' } = call;
          const round = taken.get(user) ?? next(user);
          taken.set(user, round + 1);
          return { call, round };
        })
        .toSorted((one, other) => one.round - other.round)
        .map(({ call }) => call);
    },

    /** A call went: its user's next one is for the next round. */
    served({ user = '' }: RoundsCall): void {
      current = next(user);
      for (const [name, round] of last) {
        if (round < current) last.delete(name);
      }
      last.set(user, current);
    },
  };
}
