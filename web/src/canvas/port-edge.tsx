import {
  BaseEdge,
  EdgeLabelRenderer,
  getBezierPath,
  getSmoothStepPath,
  Position,
} from '@xyflow/react';
import type { EdgeProps } from '@xyflow/react';
import { useState } from 'react';
import { cardMeasures } from './card-size.ts';
import type { PortEdge as PortEdgeType } from './graph.ts';

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
      {data?.isNamed && <PortName {...props} name={data.port} turns={data.turns} />}
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
  const { sourceX, sourceY, sourcePosition, targetX, targetY, data } = props;
  const foot = sourceY + (data?.toFoot ?? 0);
  const head = targetY - cardMeasures.header / 2;
  const isBelow = sourcePosition === Position.Right && targetX < sourceX && head > foot;
  if (data?.turns) {
    const { between } = cardMeasures;
    const centerX = data.turns === 'late' ? targetX - between / 2 : sourceX + between / 2;
    return getSmoothStepPath({ ...props, centerX, borderRadius: 12 });
  }
  if (!isBelow) return getBezierPath(props);
  return getSmoothStepPath({ ...props, centerY: (foot + head) / 2, borderRadius: 12 });
}

type PortNameProps = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'> & {
  name: string;
  turns: 'early' | 'late' | undefined;
};

/** The port's name on its line, for where the card's own small print is too far away to be read. */
function PortName({ name, turns, sourceX, sourceY, targetX, targetY }: PortNameProps) {
  const { between, header } = cardMeasures;
  const isStraight = Math.abs(targetY - sourceY) < header;
  // Beside a card there is no room for a long name: it stands above both.
  const y = isStraight ? Math.min(sourceY, targetY) - header / 2 - 14 : (sourceY + targetY) / 2;
  const place = {
    early: { x: targetX - between, y: targetY },
    late: { x: sourceX + between, y: sourceY },
  };
  return (
    <text
      aria-hidden
      className="port-name"
      {...(turns ? place[turns] : { x: (sourceX + targetX) / 2, y })}
    >
      {name}
    </text>
  );
}
