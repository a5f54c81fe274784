import { BaseEdge, EdgeLabelRenderer, getBezierPath, getSmoothStepPath } from '@xyflow/react';
import type { EdgeProps } from '@xyflow/react';
import { useState } from 'react';
import { cardMeasures } from './card-size.ts';
import type { PortEdge as PortEdgeType } from './graph.ts';
import { gapBelow, namePlace } from './name-place.ts';

/**
 * A line from a port to a card; one from an error port is drawn as such. How it looks beyond that, its class says. What
 * flowed along it shows where one points.
 */
export function PortEdge(props: EdgeProps<PortEdgeType>) {
  const { id, data, markerEnd } = props;
  const [path, x, y] = pathOf(props);
  const [isPointedAt, setIsPointedAt] = useState(false);
  return (
    <g onPointerEnter={() => setIsPointedAt(true)} onPointerLeave={() => setIsPointedAt(false)}>
      <BaseEdge
        id={id}
        path={path}
        className={data?.isError ? 'edge-error' : undefined}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {data?.isNamed && <PortName {...namePlace(props)} name={data.port} />}
      {data?.flow && isPointedAt && (
        <EdgeLabelRenderer>
          <div
            className="edge-flow"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {data.flow}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
}

/** A curve; past a frame, or to a card in the row below, a line through the gap between them. */
export function pathOf(props: EdgeProps<PortEdgeType>): ReturnType<typeof getBezierPath> {
  const { sourceX, targetX, data } = props;
  if (data?.turns) {
    const { between } = cardMeasures;
    const centerX = data.turns === 'late' ? targetX - between / 2 : sourceX + between / 2;
    return getSmoothStepPath({ ...props, centerX, borderRadius: 12 });
  }
  const below = gapBelow(props);
  if (below === undefined) return getBezierPath(props);
  return getSmoothStepPath({ ...props, centerY: below, borderRadius: 12 });
}

/** How high a line of the largest name is. */
const nameHeight = 28;

type PortNameProps = ReturnType<typeof namePlace> & { name: string };

/** The port's name on its line, for where the card's own small print is too far away to be read. */
function PortName({ name, x, y, room }: PortNameProps) {
  if (room === undefined) {
    return (
      <text aria-hidden className="port-name" x={x} y={y}>
        {name}
      </text>
    );
  }
  return (
    <foreignObject
      aria-hidden
      className="port-name"
      x={x - room / 2}
      y={y - nameHeight / 2}
      width={room}
      height={nameHeight}
    >
      <div className="port-name-cut">
        <span>{name}</span>
      </div>
    </foreignObject>
  );
}
