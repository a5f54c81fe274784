import { randomUUID } from 'node:crypto';

/** What a provider accepts as the id of a tool call. */
export type CallIdRule = {
  refused: RegExp;
  longest: number;
  /** Whether an id may come again in a later turn. */
  repeats?: true;
};

/**
 * Ids of one conversation as one provider accepts them. An id that fits stays byte for byte; another, or one
 * used before, is replaced, and the results that follow are given the replacement: the first result under an id is
 * that of the first call of the turn that had it.
 */
export function createCallIds({ refused, longest, repeats }: CallIdRule) {
  const used = new Set<string>();
  /** What the ids of the latest turn were made into, in the order of its calls. */
  const open = new Map<string, string[]>();
  let wasAnswered = false;

  function beginTurn(): void {
    wasAnswered = false;
    open.clear();
    if (repeats) used.clear();
  }

  function unused(wanted: string): string {
    let candidate = wanted;
    for (let count = 2; used.has(candidate); count += 1) {
      const suffix = `_${count}`;
      candidate = `${wanted.slice(0, longest - suffix.length).toWellFormed()}${suffix}`;
    }
    return candidate;
  }

  return {
    /** The id for a call; calls come in the order of the conversation. */
    ofCall(id: string): string {
      if (wasAnswered) beginTurn();
      const fitting = id.replaceAll(refused, '_').slice(0, longest).toWellFormed() || 'call';
      const mapped = unused(fitting);
      used.add(mapped);
      open.set(id, [...(open.get(id) ?? []), mapped]);
      return mapped;
    },
    /** The id for the result of a call of the latest turn that had `id`. */
    ofResult(id: string): string {
      wasAnswered = true;
      const [first = id, ...others] = open.get(id) ?? [];
      if (others.length > 0) open.set(id, others);
      return first;
    },
  };
}

/** An id for a call that came without one of its own. */
export function newCallId(): string {
  return `call_${randomUUID().replaceAll('-', '')}`;
}
