/** Remembers for a while which sources did not answer, so that a run does not wait for them again. */
export type UnreachableSources = {
  has(name: string): boolean;
  add(name: string): void;
};

export function rememberUnreachable(
  options: { forMs?: number; now?: () => number } = {},
): UnreachableSources {
  const { forMs = 60_000, now = Date.now } = options;
  const until = new Map<string, number>();
  return {
    has: (name) => (until.get(name) ?? 0) > now(),
    add: (name) => void until.set(name, now() + forMs),
  };
}
