import { z } from 'zod';
import { agent } from './agent.ts';
import { approval } from './approval.ts';
import { condition } from './condition.ts';
import { join } from './join.ts';
import { loop } from './loop.ts';
import { map } from './map.ts';
import { model } from './model.ts';
import { pipeline } from './pipeline.ts';
import { switchKind } from './switch.ts';
import { tool } from './tool.ts';
import { transform } from './transform.ts';
import { wait } from './wait.ts';
import { waitForEvent } from './wait_for_event.ts';
import type { NodeKind } from './base.ts';
import type { NodeKindName } from './ports.ts';

/** Every node kind, by name. How each runs is in `workflows/nodes/`, under the same names. */
export const nodeKinds = {
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
} satisfies Record<NodeKindName, NodeKind>;

export type { NodeKindName };

/** A node of one kind, with its defaults filled in. */
export type NodeOf<Kind extends NodeKindName> = z.infer<(typeof nodeKinds)[Kind]['schema']>;
export type PipelineNode = { [Kind in NodeKindName]: NodeOf<Kind> }[NodeKindName];
