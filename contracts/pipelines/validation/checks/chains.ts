/**
 * The first way from a name through others that comes back on itself, with the name that closes it at its end; where
 * there is none, the start of the longest way, if it has more than `most` names. Looks at each name once.
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
    // One more than is allowed is enough to tell of.
    longest.set(name, [name, ...below].slice(0, most + 1));
    return undefined;
  }

  const found = circle(start);
  if (found) return found;
  const way = longest.get(start) ?? [];
  return way.length > most ? way : undefined;
}
