import type { NodeKindName, PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import { agent } from './agent.ts';
import { approval } from './approval.ts';
import { condition } from './condition.ts';
import { join } from './join.ts';
import { loop } from './loop.ts';
import { map } from './map.ts';
import { model } from './model.ts';
import { pipeline } from './pipeline.ts';
import { switchKind } from './switch.ts';
import type { NodeContext, NodeResult, NodeRunner } from './runner.ts';
import { tool } from './tool.ts';
import { transform } from './transform.ts';
import { wait } from './wait.ts';
import { waitForEvent } from './wait_for_event.ts';

/** How each node kind runs. */
const runners = {
  agent,
  approval,
  condition,
  join,
  loop,
  map,
  model,
  pipeline,
  switch: switchKind,
  tool,
  transform,
  wait,
  wait_for_event: waitForEvent,
} satisfies { [Kind in NodeKindName]: NodeRunner<Kind> };

/** Runs one node by its kind. */
export function runNode(
  node: PipelineNode,
  context: NodeContext,
): NodeResult | Promise<NodeResult> {
  const run = runners[node.kind] as NodeRunner<NodeKindName>;
  return run(node, context);
}
