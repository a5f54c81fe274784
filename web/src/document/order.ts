type Edge = { from: string; to: string; port: string };

/** A node in the order in which a run comes to it, with those that it comes from. */
export type Ordered = { id: string; after: { id: string; port: string }[] };

/** The nodes of a graph in an order in which each comes after those before it; what goes in a circle comes last. */
export function inOrder(ids: readonly string[], edges: readonly Edge[]): Ordered[] {
  const left = new Map(
    ids.map((id) => [
      id,
      edges.flatMap(({ from, to, port }) => (to === id ? [{ id: from, port }] : [])),
    ]),
  );
  const ordered: Ordered[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([, after]) => after.every((one) => !left.has(one.id)));
    const [next = [...left][0]!] = ready;
    const [id, after] = next;
    ordered.push({ id, after });
    left.delete(id);
  }
  return ordered;
}
