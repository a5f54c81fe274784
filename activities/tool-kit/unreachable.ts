/** Remembers for a while which sources did not answer, so that a run does not wait for them again. */
export type UnreachableSources = {
  has(name: string): boolean;
  /** @param forMs how long, where it is known. */
  add(name: string, forMs?: number): void;
};

export function rememberUnreachable(
  options: { forMs?: number; now?: () => number } = {},
): UnreachableSources {
  const { forMs = 60_000, now = Date.now } = options;
  const until = new Map<string, number>();
  return {
    has: (name) => (until.get(name) ?? 0) > now(),
    add: (name, thisLong = forMs) => void until.set(name, now() + thisLong),
  };
}
