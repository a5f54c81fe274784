import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/index.ts';
import { agent } from './agent.ts';
import { approval } from './approval.ts';
import { condition } from './condition.ts';
import { join } from './join.ts';
import { isTrigger } from './look.ts';
import type { DraftNode, Fact, NodeLook } from './look.ts';
import { loop } from './loop.ts';
import { map } from './map.ts';
import { model } from './model.ts';
import { pipeline } from './pipeline.ts';
import { switchKind } from './switch.ts';
import { tool } from './tool.ts';
import { transform } from './transform.ts';
import { triggerFacts, triggerIcon } from './triggers.ts';
import { wait } from './wait.ts';
import { waitForEvent } from './wait_for_event.ts';
import type { DrawnNode } from './look.ts';
import { triggerKinds } from '../../../contracts/pipelines/triggers/index.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';

type Looks = { [Kind in NodeKindName]: NodeLook<Kind> };

/** How every node kind looks, under the names of `contracts/pipelines/nodes/`. */
const looks: Looks = {
  agent,
  model,
  tool,
  approval,
  condition,
  switch: switchKind,
  join,
  transform,
  pipeline,
  map,
  loop,
  wait,
  wait_for_event: waitForEvent,
} satisfies Record<NodeKindName, unknown>;

/** A kind's icon and its name for people. */
export function kindLook(kind: NodeKindName | TriggerKindName) {
  if (isTriggerKind(kind)) return { icon: triggerIcon(kind), title: triggerKinds[kind].title };
  return { icon: looks[kind].icon, title: nodeKinds[kind].title };
}

/** The settings of a node or trigger that its card shows. */
export function cardFacts(node: DrawnNode): Fact[] {
  return isTrigger(node) ? triggerFacts(node) : factsOf(node);
}

/** The settings of a node that its card shows. */
export function factsOf<Kind extends NodeKindName>(node: DraftNode<Kind>): Fact[] {
  const look: Looks[Kind] = looks[node.kind as Kind];
  return look.facts(node);
}
