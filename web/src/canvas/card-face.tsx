import type { ReactNode } from 'react';
import { isTrigger } from '../nodes/look.ts';
import type { DrawnNode } from '../nodes/look.ts';
import { cardFacts, kindLook } from '../nodes/index.ts';
import { kindShape } from '../nodes/kind-shape.ts';
import type { KindShape } from '../nodes/kind-shape.ts';
import { cardMeasures } from './card-size.ts';

export type CardFaceProps = {
  node: DrawnNode;
  size: { width: number; height: number };
  selected: boolean;
  /** The colour of the border, which says the status alone. */
  border?: string;
  /** Drawn with broken lines: the node takes no part. */
  isIdle?: boolean;
  /** What comes out of it, in one line below the settings. */
  line?: ReactNode;
  /** What stands at the foot; the card's size must leave room for it. */
  footer?: ReactNode;
  /** What stands at the end of its title. */
  aside?: ReactNode;
  /** What is drawn in place of its settings. */
  content?: ReactNode;
};

/** What one sees of a node: the tile says the kind, the border the status, the ring the selection. */
export function CardFace(props: CardFaceProps & { children?: ReactNode }) {
  const { node, size, selected, border = 'var(--line-strong)', isIdle = false } = props;
  const { line, footer, aside, content, children } = props;
  const { icon: Icon, title: kind } = kindLook(node.kind);
  // A line takes the place of the last setting.
  const facts = content ? [] : cardFacts(node).slice(0, line ? 2 : 3);
  return (
    <div
      className={`card relative flex flex-col ${isTrigger(node) ? 'rounded-xl rounded-l-[28px]' : 'rounded-xl'} border-[1.5px] bg-surface ${isIdle ? 'border-dashed' : 'shadow-sm'} ${selected ? 'ring-2 ring-accent ring-offset-2 ring-offset-canvas' : ''}`}
      style={{ width: size.width, height: size.height, borderColor: border }}
    >
      <header
        className="card-header flex shrink-0 items-center gap-2.5 px-3"
        style={{ height: cardMeasures.header }}
      >
        <span
          className={`card-tile grid size-8 shrink-0 place-items-center ${tileShapes[kindShape(node.kind)]}`}
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
        {aside}
      </header>
      {content}
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
      {children}
    </div>
  );
}

/** What speaks is round, what asks or waits is cut off, what only leads on has sharp corners, and what acts is a tile. */
const tileShapes = {
  speaks: 'rounded-full bg-speaks/12 text-speaks',
  acts: 'rounded-lg bg-acts/12 text-acts',
  asks: 'tile-asks bg-asks/12 text-asks',
  leads: 'rounded-none bg-hover text-text',
} satisfies Record<KindShape, string>;
