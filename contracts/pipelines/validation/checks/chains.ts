/**
 * The first path from a name through others that returns to itself, ending with the name that closes the cycle. If
 * there is no cycle, the start of the longest path, if that has more than `most` names. Visits each name once.
 * @param next the names that a name leads to.
 */
export function badChain(
  start: string,
  next: (name: string) => readonly string[],
  most: number,
): string[] | undefined {
  const trail = new Set<string>();
  const longest = new Map<string, string[]>();

  function circle(name: string): string[] | undefined {
    if (trail.has(name)) return [...trail, name];
    if (longest.has(name)) return undefined;
    trail.add(name);
    let below: string[] = [];
    for (const following of next(name)) {
      const found = circle(following);
      if (found) return found;
      const way = longest.get(following) ?? [];
      if (way.length > below.length) below = way;
    }
    trail.delete(name);
    // One more than the limit is enough to report.
    longest.set(name, [name, ...below].slice(0, most + 1));
    return undefined;
  }

  const found = circle(start);
  if (found) return found;
  const way = longest.get(start) ?? [];
  return way.length > most ? way : undefined;
}
