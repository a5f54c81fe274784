import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { isTrigger } from '../nodes/look.ts';
import { CardFace } from './card-face.tsx';
import type { CardFaceProps } from './card-face.tsx';
import type { CardSize } from './card-size.ts';
import { inHandle } from './graph.ts';
import { portsOf } from './ports.ts';
import type { Port } from './ports.ts';

/** One node with its ways in and out. */
export const NodeCard = memo(function NodeCard(props: CardFaceProps & { size: CardSize }) {
  const { node, size } = props;
  const ports = portsOf(node);
  const begins = isTrigger(node);
  return (
    <CardFace {...props}>
      {!begins && (
        <Handle
          type="target"
          id={inHandle}
          position={size.isDown ? Position.Top : Position.Left}
          className="port"
          style={along(size, size.handles.in)}
        />
      )}
      {ports.map(({ name, isError }) => (
        <Handle
          key={name}
          type="source"
          id={name}
          position={size.isDown ? Position.Bottom : Position.Right}
          isConnectable={!begins}
          className={isError ? 'port port-error' : 'port'}
          style={along(size, size.handles.out[name] ?? 0)}
        />
      ))}
      {ports.length > 1 && <PortNames ports={ports} size={size} />}
    </CardFace>
  );
});

/** Handles are placed inside of the border. */
const borderWidth = 1.5;

/** A place on the side that a handle is on. */
const along = ({ isDown }: CardSize, at: number) =>
  isDown ? { left: at - borderWidth } : { top: at - borderWidth };

/** The names of the ways out, outside of the card, above the lines that begin there. */
function PortNames({ ports, size }: { ports: Port[]; size: CardSize }) {
  const { isDown, handles } = size;
  return (
    <ul className="card-detail" aria-label="Ports">
      {ports.map(({ name, isError }) => (
        <li
          key={name}
          title={name}
          className={`absolute ${isDown ? 'top-full mt-1 ml-1.5' : 'left-full -mt-[19px] ml-1.5'} max-w-[56px] truncate text-[11px] leading-4 ${isError ? 'text-bad' : 'text-muted'}`}
          style={isDown ? { left: handles.out[name] } : { top: handles.out[name] }}
        >
          {name}
        </li>
      ))}
    </ul>
  );
}
