import { CancelledFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { ExpressionContext } from '../contracts/expressions.ts';
import type { Output } from '../contracts/artifact.ts';
import type { PipelineNode } from '../contracts/nodes/index.ts';
import { nodePorts } from '../contracts/nodes/ports.ts';
import type { Pipeline } from '../contracts/pipeline.ts';
import type { RunPipelineInput } from '../contracts/run-input.ts';
import type { NodeState, RunError } from '../contracts/run.ts';
import type { Approvals } from './approvals.ts';
import { isTimeout, partialOf, toRunError } from './errors.ts';
import { executeNode } from './execute-node.ts';
import { createSchedule } from './graph/schedule.ts';
import type { Consequences, Settlement } from './graph/schedule.ts';
import { waitForDeadline } from './nodes/deadline.ts';

export type GraphRun = {
  run: RunPipelineInput;
  pipeline: Pipeline;
  approvals: Approvals;
  /** Kept up to date as nodes run. */
  states: Map<string, NodeState>;
  /** What expressions see; kept up to date as nodes end. */
  scope: ExpressionContext;
};

/** The failure of a node that ends its run. */
export class NodeFailed extends Error {
  override readonly name = 'NodeFailed';
  readonly error: RunError;
  constructor(node: string, error: RunError) {
    super(error.message);
    this.error = { node, ...error };
  }
}

/**
 * Runs the nodes of a pipeline, each as soon as what leads to it has settled.
 * @throws {NodeFailed} when a node fails whose failure ends the run; what ran beside it is stopped.
 * @throws {CancelledFailure} when the run is cancelled; running tools have then finished.
 */
export async function executeGraph(graph: GraphRun): Promise<void> {
  const { run, pipeline, approvals, states, scope } = graph;
  const nodes = new Map(pipeline.nodes.map((node) => [node.id, node]));
  const schedule = createSchedule(pipeline);
  const work = new CancellationScope();
  let failed: NodeFailed | undefined;

  await work.run(() => Promise.all(schedule.roots().map(drive)));
  if (failed) throw failed;
  if (work.consideredCancelled) throw new CancelledFailure('The run was cancelled.');

  async function drive(id: string): Promise<void> {
    const node = nodes.get(id);
    const state = states.get(id);
    if (!node || !state || work.consideredCancelled) return;
    state.status = node.kind === 'approval' ? 'waiting' : 'running';
    state.startedAt = Date.now();
    const settlement = await execute(node, state);
    state.endedAt = Date.now();
    const { status, output, error } = state;
    scope.nodes[id] = { status, ...(output !== undefined && { output }), ...(error && { error }) };
    if (settlement) await follow(schedule.settle(id, settlement));
  }

  /** Runs one node; gives nothing when the run does not go on from it. */
  async function execute(node: PipelineNode, state: NodeState): Promise<Settlement | undefined> {
    try {
      const nodePath = run.path ? `${run.path}/${node.id}` : node.id;
      const arrived = arrivedInto(node.id);
      const result = await executeNode(node, { run, nodePath, scope, approvals, arrived });
      state.status = 'completed';
      state.output = result.output;
      state.port = result.port ?? nodePorts[node.kind][0];
      return { port: state.port, failed: false };
    } catch (error) {
      if (isCancellation(error) && work.consideredCancelled) {
        state.status = 'cancelled';
        return undefined;
      }
      return fail(node, state, toRunError(error), partialOf(error));
    }
  }

  function fail(
    node: PipelineNode,
    state: NodeState,
    error: RunError,
    partial?: NodeState['partial'],
  ): Settlement | undefined {
    state.status = isTimeout(error) ? 'timeout' : 'failed';
    state.error = error;
    if (partial !== undefined) state.partial = partial;
    if (node.onError === 'fail') {
      failed ??= new NodeFailed(node.id, error);
      work.cancel();
      return undefined;
    }
    state.port = node.onError === 'port' ? 'error' : nodePorts[node.kind][0];
    return { port: state.port, failed: node.onError === 'continue' };
  }

  async function follow({ run: next, skipped, failed: unjoined, deadlines }: Consequences) {
    for (const id of skipped) {
      const state = states.get(id);
      if (state) state.status = 'skipped';
    }
    await Promise.all([
      ...next.map(drive),
      ...unjoined.map(failJoin),
      ...deadlines.map((id) =>
        waitForDeadline(
          nodes.get(id),
          () => schedule.isDecided(id) || work.consideredCancelled,
        ).then((passed) => (passed ? follow(schedule.deadline(id)) : undefined)),
      ),
    ]);
  }

  async function failJoin(id: string): Promise<void> {
    const node = nodes.get(id);
    const state = states.get(id);
    if (!node || !state) return;
    const arrived = Object.keys(arrivedInto(id)).length;
    const settlement = fail(node, state, {
      type: 'JoinFailed',
      message: `Too few branches arrived: ${arrived} of ${pipeline.edges.filter(({ to }) => to === id).length}.`,
    });
    if (settlement) await follow(schedule.settle(id, settlement));
  }

  function arrivedInto(id: string): Record<string, Output> {
    const completed = pipeline.edges
      .filter(({ to }) => to === id)
      .map(({ from }) => states.get(from))
      .filter((state) => state?.status === 'completed');
    return Object.fromEntries(completed.map((state) => [state?.id ?? '', state?.output ?? null]));
  }
}
