import type { NodeProps } from '@xyflow/react';
import type { CardNode } from './graph.ts';
import { NodeCard } from './node-card.tsx';

/** A node as its document says it, without a run. */
export function PlainCard({ data: { node, size }, selected }: NodeProps<CardNode>) {
  return <NodeCard node={node} size={size} selected={selected} />;
}
