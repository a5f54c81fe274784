import type { NodeProps } from '@xyflow/react';
import { use, createContext } from 'react';
import type { CardNode } from '../../../canvas/graph.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';

/** How many problems and warnings each node has, by id. */
type Counts = Readonly<Record<string, number>>;
export const ProblemCounts = createContext<{ problems: Counts; warnings: Counts }>({
  problems: {},
  warnings: {},
});

const countOf = (counts: Counts, id: string) => (Object.hasOwn(counts, id) && counts[id]) || 0;

/** A node that is edited; where it has problems, its border and a count say so, and where it has warnings, a sign. */
export function EditorCard({ id, data: { node, size }, selected }: NodeProps<CardNode>) {
  const counts = use(ProblemCounts);
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
