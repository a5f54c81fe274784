import { Position, getBezierPath } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { Body, CardNode, PortEdge } from '../graph.ts';
import { frameMeasures } from './body.ts';

type BodyDrawingProps = {
  body: Body;
  /** Draws a card; what lies over all of it may lead somewhere. */
  card: (card: CardNode) => ReactNode;
  /** The class of an edge, which says whether it was taken. */
  edgeClass?: (edge: PortEdge) => string;
};

/** What a node runs, inside of its frame: to look at, and to go to. */
export function BodyDrawing({ body, card, edgeClass }: BodyDrawingProps) {
  const { graph, width, height } = body;
  const { padding } = frameMeasures;
  const cards = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <div className="body-drawing relative" style={{ width, height, margin: padding }}>
      <svg aria-hidden className="absolute inset-0 overflow-visible" width={width} height={height}>
        {graph.edges.map((edge) => (
          <g key={edge.id} className={`body-edge ${edgeClass?.(edge) ?? ''}`}>
            <path
              d={pathOf(edge, cards)}
              className={edge.data?.isError ? 'body-path edge-error' : 'body-path'}
            />
          </g>
        ))}
      </svg>
      {graph.nodes.map((node) => (
        <div
          key={node.id}
          className="absolute"
          data-inner={node.id}
          style={{ left: node.position.x, top: node.position.y }}
        >
          {card(node)}
        </div>
      ))}
    </div>
  );
}

/** A curve from a card's way out to the next one's way in. */
function pathOf(edge: PortEdge, cards: ReadonlyMap<string, CardNode>): string {
  const [from, to] = [cards.get(edge.source), cards.get(edge.target)];
  if (!from || !to) return '';
  const out = from.data.size.handles.out[edge.sourceHandle ?? ''] ?? 0;
  const start = placeOf(from, out, { isOut: true });
  const end = placeOf(to, to.data.size.handles.in, { isOut: false });
  const [path] = getBezierPath({
    sourceX: start.x,
    sourceY: start.y,
    sourcePosition: from.data.size.isDown ? Position.Bottom : Position.Right,
    targetX: end.x,
    targetY: end.y,
    targetPosition: to.data.size.isDown ? Position.Top : Position.Left,
  });
  return path;
}

function placeOf(
  { position, data: { size } }: CardNode,
  along: number,
  { isOut }: { isOut: boolean },
) {
  const { x, y } = position;
  return size.isDown
    ? { x: x + along, y: y + (isOut ? size.height : 0) }
    : { x: x + (isOut ? size.width : 0), y: y + along };
}
