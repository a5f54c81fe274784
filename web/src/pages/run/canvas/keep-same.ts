import type { Graph } from '../../../canvas/graph.ts';

/**
 * A graph whose nodes and edges are the same objects as before where nothing of them changed, so that of many cards only
 * those are drawn again that stand differently.
 */
export function keepSame(next: Graph, before: Graph | undefined): Graph {
  if (!before) return next;
  return {
    nodes: same(next.nodes, before.nodes),
    edges: same(next.edges, before.edges),
  };
}

function same<Item extends { id: string }>(next: Item[], before: Item[]): Item[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = next.map((item) => {
    const old = known.get(item.id);
    return old && isSame(item, old) ? old : item;
  });
  const isAll = kept.length === before.length && kept.every((item, at) => item === before[at]);
  return isAll ? before : kept;
}

function isSame<Item extends object>(one: Item, other: Item): boolean {
  const names = Object.keys(one) as (keyof Item)[];
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
