/** What a provider accepts as the id of a tool call. */
export type CallIdRule = { refused: RegExp; longest: number };

/**
 * Ids of one conversation as one provider accepts them. An id that fits stays byte for byte; another, or one
 * used before, is replaced, and the results that follow are given the replacement.
 */
export function createCallIds({ refused, longest }: CallIdRule) {
  const used = new Set<string>();
  const current = new Map<string, string>();

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
      const fitting = id.replaceAll(refused, '_').slice(0, longest).toWellFormed() || 'call';
      const mapped = unused(fitting);
      used.add(mapped);
      current.set(id, mapped);
      return mapped;
    },
    /** The id for the result of the latest call that had `id`. */
    ofResult(id: string): string {
      return current.get(id) ?? id;
    },
  };
}
