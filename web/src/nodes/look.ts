import type { LucideIcon } from 'lucide-react';
import type {
  NodeKindName,
  NodeOf,
  PipelineNode,
} from '../../../contracts/pipelines/nodes/index.ts';
import type { Trigger } from '../../../contracts/pipelines/triggers/index.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';

/** A node whose settings may not be there yet: cards also show what is being edited. */
export type DraftNode<Kind extends NodeKindName> = Pick<NodeOf<Kind>, 'id' | 'kind'> &
  Partial<NodeOf<Kind>>;

/** What has a card on the canvas. */
export type DrawnNode = PipelineNode | Trigger;

export function isTrigger(node: DrawnNode): node is Trigger {
  return isTriggerKind(node.kind);
}

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
