import type { Draft } from './draft.ts';

/** The edges between nodes that exist, by the node that they lead to or come from. */
export type Graph = {
  ids: string[];
  into: Map<string, string[]>;
  outOf: Map<string, string[]>;
};

export function graphOf({ ids, edges }: Pick<Draft, 'ids' | 'edges'>): Graph {
  const unique = [...new Set(ids.map(({ id }) => id))];
  const into = new Map<string, string[]>(unique.map((id) => [id, []]));
  const outOf = new Map<string, string[]>(unique.map((id) => [id, []]));
  for (const { edge } of edges) {
    if (!into.has(edge.from) || !into.has(edge.to)) continue;
    into.get(edge.to)?.push(edge.from);
    outOf.get(edge.from)?.push(edge.to);
  }
  return { ids: unique, into, outOf };
}

/** The nodes in an order in which each comes after those that lead to it; those on cycles are left out. */
export function topologicalOrder({ ids, into, outOf }: Graph): string[] {
  const open = new Map(ids.map((id) => [id, into.get(id)?.length ?? 0]));
  const order = ids.filter((id) => open.get(id) === 0);
  for (const id of order) {
    for (const next of outOf.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return order;
}

/**
 * The cycles of a graph, each as its nodes in order, one for every group of nodes that lead to each
 * other. `next` gives where a node leads.
 */
export function findCycles(ids: Iterable<string>, next: (id: string) => string[]): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  for (const start of ids) {
    const trail: string[] = [];
    const onTrail = new Set<string>();
    const visit = (id: string): void => {
      if (onTrail.has(id)) {
        cycles.push(trail.slice(trail.indexOf(id)));
        return;
      }
      if (done.has(id)) return;
      done.add(id);
      trail.push(id);
      onTrail.add(id);
      for (const target of next(id)) visit(target);
      trail.pop();
      onTrail.delete(id);
    };
    visit(start);
  }
  return cycles;
}
