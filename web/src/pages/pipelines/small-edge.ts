import type { Position } from '../../canvas/graph.ts';

/** A line from the right of one tile to the left of another; to a tile in another row, through the gap between the rows. */
export function smallEdge(from: Position, to: Position, tile: number): string {
  const start = { x: from.x + tile, y: from.y + tile / 2 };
  const end = { x: to.x, y: to.y + tile / 2 };
  if (end.x < start.x && Math.abs(end.y - start.y) > tile) {
    const gap = (start.y + end.y) / 2;
    return `M${start.x} ${start.y}h${turn}V${gap}H${end.x - turn}V${end.y}h${turn}`;
  }
  const bend = Math.max(12, Math.abs(end.x - start.x) / 2);
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}

/** How far from a tile such a line turns. */
const turn = 7;
