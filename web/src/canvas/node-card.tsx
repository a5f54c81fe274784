import { Handle, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { isTrigger } from '../nodes/look.ts';
import type { DrawnNode } from '../nodes/look.ts';
import { cardFacts, kindLook } from '../nodes/index.ts';
import { kindShape } from '../nodes/kind-shape.ts';
import type { KindShape } from '../nodes/kind-shape.ts';
import { cardMeasures } from './card-size.ts';
import type { CardSize } from './card-size.ts';
import { inHandle } from './graph.ts';
import { portsOf } from './ports.ts';
import type { Port } from './ports.ts';

type NodeCardProps = {
  node: DrawnNode;
  size: CardSize;
  selected: boolean;
  /** The colour of the border, which says the status alone. */
  border?: string;
  /** Drawn with broken lines: the node takes no part. */
  isIdle?: boolean;
  /** What comes out of it, in one line below the settings. */
  line?: ReactNode;
  /** What stands at the foot; the card's size must leave room for it. */
  footer?: ReactNode;
};

/** One node: the tile says the kind, the border the status, the ring the selection. */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const {
    node,
    size,
    selected,
    border = 'var(--line-strong)',
    isIdle = false,
    line,
    footer,
  } = props;
  const { icon: Icon, title: kind } = kindLook(node.kind);
  // A line takes the place of the last setting.
  const facts = cardFacts(node).slice(0, line ? 2 : 3);
  const ports = portsOf(node);
  const begins = isTrigger(node);
  return (
    <div
      className={`card relative flex flex-col ${begins ? 'rounded-xl rounded-l-[28px]' : 'rounded-xl'} border-[1.5px] bg-surface ${isIdle ? 'border-dashed' : 'shadow-sm'} ${selected ? 'ring-2 ring-accent ring-offset-2 ring-offset-canvas' : ''}`}
      style={{ width: size.width, height: size.height, borderColor: border }}
    >
      <header
        className="card-header flex shrink-0 items-center gap-2.5 px-3"
        style={{ height: cardMeasures.header }}
      >
        <span
          className={`card-tile grid size-8 shrink-0 place-items-center bg-hover text-text ${tileShapes[kindShape(node.kind)]}`}
        >
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="min-w-0">
          <span className="card-title line-clamp-2 leading-4 font-semibold text-balance">
            {node.title ?? node.id}
          </span>
          <span className="card-detail block truncate text-[11px] leading-4 text-muted">
            {kind} · <span className="font-mono">{node.id}</span>
          </span>
        </span>
      </header>
      {facts.length > 0 && (
        <dl className="card-facts px-3" style={{ paddingBottom: line ? 0 : cardMeasures.gap }}>
          {facts.map(({ label, value }) => (
            <div
              key={label}
              className="flex gap-2 text-[12px]"
              style={{ height: cardMeasures.fact }}
            >
              <dt className="shrink-0 text-muted">{label}</dt>
              <dd className="truncate" title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {line && (
        <div className="card-detail px-3" style={{ height: cardMeasures.fact }}>
          {line}
        </div>
      )}
      {footer && (
        <div
          className="card-footer mt-auto flex shrink-0 items-center border-t border-line px-3 text-[11px]"
          style={{ height: cardMeasures.footer }}
        >
          {footer}
        </div>
      )}
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
    </div>
  );
});

/** What speaks is round, what asks or waits is cut off, what only leads on has sharp corners, and what acts is a tile. */
const tileShapes = {
  speaks: 'rounded-full',
  acts: 'rounded-lg',
  asks: 'tile-asks',
  leads: 'rounded-none',
} satisfies Record<KindShape, string>;

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
