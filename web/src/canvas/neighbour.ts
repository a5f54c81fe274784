import type { CardNode, PortEdge } from './graph.ts';

export const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;
export type Direction = keyof typeof directions;

/**
 * The node that an arrow key leads to: along an edge where one leads that way, else the nearest card on
 * that side. Undefined where there is none.
 */
export function neighbour(
  { nodes, edges }: { nodes: CardNode[]; edges: PortEdge[] },
  from: string,
  direction: Direction,
): string | undefined {
  const start = nodes.find(({ id }) => id === from);
  if (!start) return undefined;
  const way = directions[direction];
  const onThatSide = nodes
    .filter((node) => node !== start)
    .map((node) => ({ id: node.id, ...distances(start, node, way) }))
    .filter(({ ahead }) => ahead > 0);
  const connected = new Set(edges.flatMap((edge) => connection(edge, from)));
  const along = onThatSide.filter(({ id }) => way.x !== 0 && connected.has(id));
  const inSight = onThatSide.filter(({ ahead, aside }) => aside <= 2 * ahead);
  return nearest(along.length > 0 ? along : inSight);
}

function connection({ source, target }: PortEdge, id: string): string[] {
  if (source === id) return [target];
  return target === id ? [source] : [];
}

type Distances = { ahead: number; aside: number };

function distances(from: CardNode, to: CardNode, way: { x: number; y: number }): Distances {
  const x = middle(to).x - middle(from).x;
  const y = middle(to).y - middle(from).y;
  return { ahead: x * way.x + y * way.y, aside: Math.abs(x * way.y) + Math.abs(y * way.x) };
}

function middle({ position: { x, y }, data: { size } }: CardNode) {
  return { x: x + size.width / 2, y: y + size.height / 2 };
}

/** What lies aside counts double, so that the eye's next card is taken. */
function nearest(found: ({ id: string } & Distances)[]): string | undefined {
  const cost = ({ ahead, aside }: Distances) => ahead + 2 * aside;
  return found.toSorted((a, b) => cost(a) - cost(b))[0]?.id;
}
