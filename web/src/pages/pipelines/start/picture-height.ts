import type { Graph } from '../../../canvas/graph.ts';

const least = 256;
const most = 420;
/** Room above the cards, and for the buttons below them. */
const around = 80;

/** How high a pipeline's picture is: as its rows of cards need, within what leaves the form in sight. */
export function pictureHeight(graph: Graph | undefined): number {
  if (!graph || graph.nodes.length === 0) return least;
  const top = Math.min(...graph.nodes.map(({ position }) => position.y));
  const foot = Math.max(...graph.nodes.map(({ position, data }) => position.y + data.size.height));
  return Math.min(most, Math.max(least, foot - top + around));
}
