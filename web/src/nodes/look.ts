import type { LucideIcon } from 'lucide-react';
import type { NodeKindName, NodeOf } from '../../../contracts/pipelines/nodes/index.ts';

/** A node whose settings may not be there yet: cards also show what is being edited. */
export type DraftNode<Kind extends NodeKindName> = Pick<NodeOf<Kind>, 'id' | 'kind'> &
  Partial<NodeOf<Kind>>;

/** One setting as a card shows it. */
export type Fact = { label: string; value: string };

/** How a node kind looks. */
export type NodeLook<Kind extends NodeKindName> = {
  icon: LucideIcon;
  /** The two or three settings that tell one node of the kind from another, the telling one first. */
  facts(node: DraftNode<Kind>): Fact[];
};

/** The facts that have a value. */
export function facts(values: Record<string, string | undefined>): Fact[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
