import { Link } from '@tanstack/react-router';
import type { Body } from '../../../canvas/graph.ts';
import { frameMeasures } from '../../../canvas/body/body.ts';
import { BodyDrawing } from '../../../canvas/body/body-drawing.tsx';
import { CardFace } from '../../../canvas/card-face.tsx';
import { cardFacts, kindLook } from '../../../nodes/index.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import { texts } from '../texts.ts';

/** What a node runs, inside of its card: to change it one goes to its own pipeline. */
export function EditorFrame({ node, body }: { node: DrawnNode; body: Body }) {
  const { name } = body.document;
  const facts = cardFacts(node).map(({ label, value }) => `${label}: ${value}`);
  return (
    <>
      <p
        className="frame-bar flex shrink-0 items-center gap-3 border-y border-line bg-canvas px-3 text-[12px] text-muted"
        style={{ height: frameMeasures.bar }}
      >
        <span className="min-w-0 truncate">{facts.slice(1).join(' · ')}</span>
        <Link
          to="/pipelines/$name/edit"
          params={{ name }}
          className="nodrag nopan ml-auto shrink-0 rounded text-accent underline"
        >
          {texts.canvas.openBody(name)}
        </Link>
      </p>
      <BodyDrawing
        body={body}
        card={(card) => (
          <>
            <CardFace node={card.data.node} size={card.data.size} selected={false} />
            <Link
              to="/pipelines/$name/edit"
              params={{ name }}
              search={{ node: card.id }}
              draggable={false}
              className="nodrag nopan absolute inset-0 rounded-xl hover:bg-hover/40"
            >
              <span className="sr-only">
                {texts.canvas.innerNode(
                  card.data.node.title ?? card.id,
                  kindLook(card.data.node.kind).title,
                  name,
                )}
              </span>
            </Link>
          </>
        )}
      />
    </>
  );
}
