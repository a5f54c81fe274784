import {
  CancelledFailure,
  CancellationScope,
  isCancellation,
  patched,
  condition,
} from '@temporalio/workflow';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import { nodePorts, portOfFailed } from '../../contracts/pipelines/nodes/ports.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import type { NodeState, RunError } from '../../contracts/runs/run.ts';
import type { Approvals } from '../calls/approvals.ts';
import { isTimeout, overBudgetOf, taintOf, partialOf, toRunError } from '../errors.ts';
import { executeNode } from './execute-node.ts';
import { createSchedule } from './schedule.ts';
import type { Consequences, Settlement } from './schedule.ts';
import type { Marks } from './marks.ts';
import type { NodeResult } from '../nodes/runner.ts';
import type { Waits } from '../children/waits.ts';
import { durationMs } from '../../contracts/base/duration.ts';

/** Nodes that only wait for something outside the run. */
const standsStill: ReadonlySet<string> = new Set(['approval', 'wait_for_event']);

export type GraphRun = {
  run: RunPipelineInput;
  pipeline: Pipeline;
  approvals: Approvals;
  waits: Waits;
  /** Kept up to date as nodes run. */
  states: Map<string, NodeState>;
  marks: Marks;
  /** The accounts of budgets that did not allow a call of a node, or in one. */
  overBudget: Set<string>;
  /** What expressions see; kept up to date as nodes end. */
  scope: ExpressionContext;
  /** The results kept from an earlier run. Default: none. */
  retry?: RetryPlan | undefined;
};

/** The failure of a node that ends its run. */
export class NodeFailed extends Error {
  override readonly name = 'NodeFailed';
  readonly error: RunError;
  constructor(node: string, error: RunError, cause?: unknown) {
    super(error.message, { cause });
    this.error = { node, ...error };
  }
}

/**
 * Runs the nodes of a pipeline, each as soon as what leads to it has settled.
 * @throws {NodeFailed} when a node fails whose failure ends the run; what ran beside it is stopped.
 * @throws {CancelledFailure} when the run is cancelled; running tools have then finished.
 */
export async function executeGraph(graph: GraphRun): Promise<void> {
  const { run, pipeline, approvals, waits, states, marks, scope, retry, overBudget } = graph;
  const nodes = new Map(pipeline.nodes.map((node) => [node.id, node]));
  const schedule = createSchedule(pipeline);
  const work = new CancellationScope();
  let failed: NodeFailed | undefined;

  const ended = Promise.withResolvers<void>();
  let open = 0;

  await work.run(() => {
    const kept = retry?.kept ?? [];
    schedule.keep(kept.map(({ id }) => id));
    // What runs sees every node that is kept, whichever stands first.
    for (const state of kept) keep(state);
    for (const id of schedule.roots()) begin(drive(id));
    for (const state of kept) follow(schedule.settle(state.id, settlementOf(state)));
    if (open === 0) ended.resolve();
    return ended.promise;
  });
  if (failed) throw failed;
  if (work.consideredCancelled) throw new CancelledFailure('The run was cancelled.');

  /** Counts running nodes instead of nesting promises, because a worker takes a stack trace of each promise. */
  function begin(task: Promise<void>): void {
    open += 1;
    task.then(end, ended.reject);
  }

  function end(): void {
    open -= 1;
    if (open === 0) ended.resolve();
  }

  function keep(state: NodeState): void {
    states.set(state.id, state);
    marks.keep(state);
    show(state);
  }

  function settlementOf({ id, status, port }: NodeState): Settlement {
    const isUnjoined = status !== 'completed' && nodes.get(id)?.onError === 'continue';
    return { port: port ?? null, failed: isUnjoined };
  }

  /** Lets expressions see how a node ended. */
  function show({ id, status, output, error }: NodeState): void {
    scope.nodes[id] = { status, ...(output !== undefined && { output }), ...(error && { error }) };
  }

  async function drive(id: string): Promise<void> {
    const node = nodes.get(id);
    const state = states.get(id);
    if (!node || !state || work.consideredCancelled) return;
    state.status = standsStill.has(node.kind) ? 'waiting' : 'running';
    state.startedAt = Date.now();
    const settlement = await executeNode(node, contextOf(node, state)).then(
      (result) => complete(node, state, result),
      (error: unknown) => stop(node, state, error),
    );
    state.endedAt = Date.now();
    show(state);
    if (settlement) follow(schedule.settle(id, settlement));
  }

  /** The input of a node when it starts: nodes that end later are in neither its expressions nor its taint. */
  function contextOf(node: PipelineNode, state: NodeState) {
    if (node.kind === 'approval') marks.ask(node.id);
    const nodePath = run.path ? `${run.path}/${node.id}` : node.id;
    const taint = marks.before(node.id);
    const unapproved = marks.unapprovedBefore(node.id);
    const arrived = arrivedInto(node.id);
    const known = { ...scope, nodes: { ...scope.nodes } };
    const approved = marks.approvedBefore(node.id);
    const marked = { taint, unapproved, approved };
    const continues = retry?.continued.includes(node.id) ? retry.of : undefined;
    const inside = retry?.inside?.node === node.id ? retry.inside : undefined;
    const goesOn = { continues, inside, leftUsd: retry?.leftUsd?.[node.id] };
    const around = { run, nodePath, scope: known, approvals, waits, state, ...goesOn };
    return { ...around, ...marked, arrived };
  }

  function complete(node: PipelineNode, state: NodeState, result: NodeResult): Settlement {
    state.status = 'completed';
    state.output = result.output;
    state.port = result.port ?? nodePorts[node.kind][0];
    marks.add(state, result);
    for (const account of result.overBudget ?? []) overBudget.add(account);
    return { port: state.port, failed: false };
  }

  /** Returns nothing if the run does not continue. */
  function stop(node: PipelineNode, state: NodeState, error: unknown): Settlement | undefined {
    if (isCancellation(error) && work.consideredCancelled) {
      state.status = 'cancelled';
      return undefined;
    }
    return fail(node, state, toRunError(error), partialOf(error), error);
  }

  function fail(
    node: PipelineNode,
    state: NodeState,
    error: RunError,
    partial?: NodeState['partial'],
    cause?: unknown,
  ): Settlement | undefined {
    state.status = isTimeout(error) ? 'timeout' : 'failed';
    state.error = error;
    marks.add(state, { outside: taintOf(cause) });
    const account = overBudgetOf(cause);
    if (account !== undefined) overBudget.add(account);
    if (partial !== undefined) state.partial = partial;
    if (node.onError === 'fail') {
      failed ??= new NodeFailed(node.id, error, cause);
      work.cancel();
      return undefined;
    }
    state.port = wayAfterFailure(node);
    return { port: state.port, failed: node.onError === 'continue' };
  }

  function follow({ run: next, skipped, failed: unjoined, deadlines }: Consequences) {
    for (const id of skipped) {
      const state = states.get(id);
      if (state) state.status = 'skipped';
    }
    for (const id of next) begin(drive(id));
    for (const id of unjoined) failJoin(id);
    for (const id of deadlines) begin(keepDeadline(id));
  }

  async function keepDeadline(id: string): Promise<void> {
    const isOver = () => schedule.isDecided(id) || work.consideredCancelled;
    if (await waitForDeadline(nodes.get(id), isOver)) follow(schedule.deadline(id));
  }

  function failJoin(id: string): void {
    const node = nodes.get(id);
    const state = states.get(id);
    if (!node || !state) return;
    const arrived = Object.keys(arrivedInto(id)).length;
    const settlement = fail(node, state, {
      type: 'JoinFailed',
      message: `Too few branches arrived: ${arrived} of ${pipeline.edges.filter(({ to }) => to === id).length}.`,
    });
    if (settlement) follow(schedule.settle(id, settlement));
  }

  /** Outputs of the nodes that have completed and left towards `id`. */
  function arrivedInto(id: string): Record<string, Output> {
    const arrived: Record<string, Output> = {};
    for (const edge of pipeline.edges) {
      if (edge.to !== id) continue;
      const state = states.get(edge.from);
      const node = nodes.get(edge.from);
      const isTaken = node && state?.port === (edge.port ?? nodePorts[node.kind][0]);
      if (isTaken && state.status === 'completed') arrived[edge.from] = state.output ?? null;
    }
    return arrived;
  }
}

/** The port by which a run goes on after a node that failed, where it does. */
function wayAfterFailure({ kind, onError }: Pick<PipelineNode, 'kind' | 'onError'>): string {
  if (onError === 'port') return 'error';
  const [first] = nodePorts[kind];
  const port = portOfFailed(kind);
  // Runs of earlier versions have gone on as if it had been approved.
  return port === first || patched('failed-says-no') ? port : first;
}

/**
 * Waits for the deadline of a join.
 * @returns true when it has passed while the join was still open, false when that no longer matters.
 */
async function waitForDeadline(
  node: PipelineNode | undefined,
  isOver: () => boolean,
): Promise<boolean> {
  if (node?.kind !== 'join' || node.deadline === undefined) return false;
  try {
    const over = await condition(isOver, durationMs(node.deadline), {
      summary: `${node.id} · deadline of the join`,
    });
    return !over;
  } catch (error) {
    if (isCancellation(error)) return false;
    throw error;
  }
}
