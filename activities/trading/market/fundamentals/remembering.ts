const mostKept = 2_000;

/** Caches the answers of a function for `forMs`. Concurrent calls share one request. Failures are not cached. */
export function remembering<Key extends string[], Value>(
  { forMs, now }: { forMs: number; now: () => number },
  read: (...key: Key) => Promise<Value>,
): (...key: Key) => Promise<Value> {
  const kept = new Map<string, { until: number; value: Promise<Value> }>();
  return (...key) => {
    const name = JSON.stringify(key);
    const found = kept.get(name);
    if (found && found.until > now()) return found.value;
    const value = read(...key);
    kept.delete(name);
    kept.set(name, { until: now() + forMs, value });
    value.catch(() => {
      if (kept.get(name)?.value === value) kept.delete(name);
    });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
