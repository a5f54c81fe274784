import type { NodeProps } from '@xyflow/react';
import { use } from 'react';
import { createContext } from 'react';
import type { CardNode } from '../../../canvas/graph.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';

/** How many problems each node has, by id. */
export const ProblemCounts = createContext<ReadonlyMap<string, number>>(new Map());

/** A node that is edited; where it has problems, its border and a count say so. */
export function EditorCard({ id, data: { node, size }, selected }: NodeProps<CardNode>) {
  const count = use(ProblemCounts).get(id) ?? 0;
  return (
    <>
      <NodeCard
        node={node}
        size={size}
        selected={selected}
        {...(count > 0 && { border: 'var(--bad)' })}
      />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute -top-2 -right-2 grid h-5 min-w-5 place-items-center rounded-full border border-bad bg-surface px-1 text-[11px] font-semibold text-bad"
        >
          {count}
        </span>
      )}
    </>
  );
}
