import type { NodeKindName } from '../../../contracts/pipelines/nodes/index.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';

/** What a kind does: its model speaks, it acts, it asks or waits, or it only leads on. */
export type KindShape = 'speaks' | 'acts' | 'asks' | 'leads';

const shapes: Record<NodeKindName, KindShape> = {
  agent: 'speaks',
  model: 'speaks',
  tool: 'acts',
  pipeline: 'acts',
  map: 'acts',
  loop: 'acts',
  approval: 'asks',
  wait: 'asks',
  wait_for_event: 'asks',
  condition: 'leads',
  switch: 'leads',
  join: 'leads',
  transform: 'leads',
};

/** The colour of a kind's icon; none where it only leads on. */
export function kindColor(kind: NodeKindName | TriggerKindName): string {
  return colors[kindShape(kind)];
}

const colors = {
  speaks: 'text-speaks',
  acts: 'text-acts',
  asks: 'text-asks',
  leads: '',
} satisfies Record<KindShape, string>;

/** The shape of a kind's tile, so that one sees from afar what is what. */
export function kindShape(kind: NodeKindName | TriggerKindName): KindShape {
  return isTriggerKind(kind) ? 'acts' : shapes[kind];
}
