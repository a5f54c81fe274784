import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { cardMeasures } from '../card-size.ts';
import type { Body, Positions } from '../graph.ts';
import { graphOf } from '../graph.ts';

/** Measures of a frame: around the cards in it, and of the line above them. */
export const frameMeasures = { padding: 20, bar: 40 } as const;

/** A pipeline as a body: its cards from the upper left corner on, without what starts it. */
export function bodyOf(
  document: Pipeline,
  { positions, footer }: { positions: Positions; footer: boolean },
): Body {
  const { nodes, edges } = document;
  const graph = graphOf({ nodes, edges }, { footer, positions });
  const left = Math.min(...graph.nodes.map(({ position }) => position.x));
  const top = Math.min(...graph.nodes.map(({ position }) => position.y));
  const placed = graph.nodes.map((card) => ({
    ...card,
    position: { x: card.position.x - left, y: card.position.y - top },
  }));
  const { port } = cardMeasures;
  const reach = (end: (card: (typeof placed)[number]) => number) => Math.max(0, ...placed.map(end));
  return {
    document,
    graph: { nodes: placed, edges: graph.edges },
    width: reach(({ position, data }) => position.x + data.size.width),
    // Names of ports below the last card need room.
    height: reach(
      ({ position, data }) => position.y + data.size.height + (data.size.isDown ? port : 0),
    ),
  };
}

/** The size of the frame around a body. */
export function frameSize(body: Body, { footer }: { footer: boolean }) {
  const { width, header, footer: footerHeight } = cardMeasures;
  const { padding, bar } = frameMeasures;
  return {
    width: Math.max(2 * width, body.width + 2 * padding),
    height: header + bar + body.height + 2 * padding + (footer ? footerHeight : 0),
  };
}
