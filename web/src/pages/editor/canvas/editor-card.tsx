import type { NodeProps } from '@xyflow/react';
import { use, createContext } from 'react';
import type { ReactNode } from 'react';
import type { CardNode } from '../../../canvas/graph.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';
import { FrameToggle } from '../../../canvas/body/frame-toggle.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { FramesContext } from './use-frames.ts';
import type { Frames } from './use-frames.ts';

/** How many problems and warnings each node has, by id. */
type Counts = Readonly<Record<string, number>>;
type ProblemCounts = { problems: Counts; warnings: Counts };
const CountsContext = createContext<ProblemCounts>({ problems: {}, warnings: {} });

const countOf = (counts: Counts, id: string) => (Object.hasOwn(counts, id) && counts[id]) || 0;

type CardMarksProps = { counts: ProblemCounts; frames: Frames; children: ReactNode };

/** What cards show beside their nodes: beside the graph, which does not change with it. */
export function CardMarks({ counts, frames, children }: CardMarksProps) {
  return (
    <CountsContext value={counts}>
      <FramesContext value={frames}>{children}</FramesContext>
    </CountsContext>
  );
}

/** A node that is edited; where it has problems, its border and a count say so, and where it has warnings, a sign. */
export function EditorCard({ id, data: { node, size, body }, selected }: NodeProps<CardNode>) {
  const counts = use(CountsContext);
  const { isOpen, toggle } = use(FramesContext);
  const count = countOf(counts.problems, id);
  const warnings = countOf(counts.warnings, id);
  const look = count > 0 ? 'border-bad text-bad' : 'border-wait text-wait';
  return (
    <>
      <NodeCard
        node={node}
        size={size}
        selected={selected}
        {...(count > 0 && { border: 'var(--bad)' })}
        aside={
          Object.hasOwn(isOpen, id) && (
            <FrameToggle
              title={node.title ?? id}
              isOpen={isOpen[id] ?? false}
              onToggle={() => toggle(id)}
            />
          )
        }
        content={body && <EditorFrame node={node} body={body} />}
      />
      {count + warnings > 0 && (
        <span
          aria-hidden
          className={`absolute -top-2 -right-2 grid h-5 min-w-5 place-items-center rounded-full border bg-surface px-1 text-[11px] font-semibold ${look}`}
        >
          {count > 0 ? count : '!'}
        </span>
      )}
    </>
  );
}
