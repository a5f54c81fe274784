import type { NodeProps } from '@xyflow/react';
import { createContext, use, useMemo } from 'react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { Canvas } from '../../../canvas/canvas.tsx';
import type { CardNode } from '../../../canvas/graph.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';
import { useGraph } from '../../../canvas/use-graph.ts';
import { texts } from '../texts.ts';
import { drawDifferences } from './draw-differences.ts';
import type { NodeMark } from './draw-differences.ts';

const Marks = createContext<ReadonlyMap<string, NodeMark>>(new Map());

const looks = {
  added: { border: 'var(--good)', text: 'text-good', sign: '+' },
  removed: { border: 'var(--bad)', text: 'text-bad', sign: '−' },
  changed: { border: 'var(--text)', text: 'text-text', sign: '±' },
} as const;

/** A card that says what became of its node, by its border and in words. */
function MarkedCard({ id, data: { node, size }, selected }: NodeProps<CardNode>) {
  const mark = use(Marks).get(id);
  if (!mark) return <NodeCard node={node} size={size} selected={selected} />;
  const { border, text, sign } = looks[mark.as];
  return (
    <NodeCard
      node={node}
      size={size}
      selected={selected}
      border={border}
      isIdle={mark.as === 'removed'}
      footer={
        <span className={`truncate font-medium ${text}`}>
          {sign} {wordsOf(mark)}
        </span>
      }
    />
  );
}

function wordsOf(mark: NodeMark): string {
  return mark.as === 'changed' ? texts.versions.changed(mark.fields) : texts.versions[mark.as];
}

const nodeTypes = { card: MarkedCard };

/** Two documents drawn as one: what was added, removed and changed is marked. */
export function DrawnDifferences({ before, after }: { before: Json; after: Json }) {
  const { both, nodes, edges } = useMemo(() => drawDifferences(before, after), [before, after]);
  const graph = useGraph(both, { footer: true });
  const drawn = useMemo(
    () =>
      graph && {
        nodes: graph.nodes.map((card) => {
          const mark = nodes.get(card.id);
          const { title, id } = card.data.node;
          return {
            ...card,
            ariaLabel: [title ?? id, mark && wordsOf(mark)].filter(Boolean).join(', '),
          };
        }),
        edges: graph.edges.map((edge) => {
          const mark = edges.get(edge.id);
          return { ...edge, className: mark ? `is-${mark}` : 'is-untaken' };
        }),
      },
    [graph, nodes, edges],
  );
  return (
    <div className="h-72 overflow-hidden rounded-md border border-line lg:h-[420px]">
      {drawn ? (
        <Marks value={nodes}>
          <Canvas graph={drawn} nodeTypes={nodeTypes} label={texts.versions.drawing} />
        </Marks>
      ) : (
        <div aria-busy className="size-full bg-canvas motion-safe:animate-pulse" />
      )}
    </div>
  );
}
