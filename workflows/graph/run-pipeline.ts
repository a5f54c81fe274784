import {
  CancellationScope,
  allHandlersFinished,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { FinishRunInput } from '../../contracts/activities/index.ts';
import { queriedOutputBytes } from '../../contracts/base/run-limits.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { NodeState, RunError } from '../../contracts/runs/run.ts';
import { approvalId, createApprovals } from '../calls/approvals.ts';
import { failure, isTimeout, overBudgetOf, stackOf, toRunError } from '../errors.ts';
import { NodeFailed, executeGraph } from './execute-graph.ts';
import { createMarks } from './marks.ts';
import { createStatusAttribute } from './status-attribute.ts';
import {
  childWaits,
  isApprovalDecision,
  isChildWait,
  requestCancel,
  resolveApproval,
  stateQuery,
  toStopRequest,
} from '../messages.ts';
import type { ApprovalDecision, CancelRequest } from '../messages.ts';
import { fitsHistory, storeOutput } from '../output.ts';
import type { ChildPipelineResult } from '../nodes/child-pipeline.ts';
import { passDown } from '../children/pass-down.ts';
import { localRecords, records } from '../proxies.ts';
import { createWaits } from '../children/waits.ts';
import { checkStart, requireParent } from '../check-start.ts';
import { renderTemplate } from '../../contracts/expressions/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';

/**
 * Runs one pipeline document: a run, which gives its output, or the child of one, which gives a
 * {@link ChildPipelineResult}.
 */
export async function runPipeline(run: RunPipelineInput): Promise<Output> {
  const { runId } = run;
  const pipeline = run.pipeline ?? run.compiled.pipeline;
  const isRoot = run.path === '';
  const showStatus = createStatusAttribute();
  const approvals = createApprovals(() => showStatus(status()));
  const waits = createWaits(showWaiting);
  const scope: ExpressionContext = { inputs: run.input, nodes: {}, run: { id: runId } };
  const states = new Map<string, NodeState>(
    pipeline.nodes.map(({ id, kind }) => [id, { id, kind, status: 'pending' }]),
  );
  const marks = createMarks({ run, pipeline, states });
  const overBudget = new Set<string>();
  let cancel: CancelRequest | undefined;
  const root = CancellationScope.current();
  const work = new CancellationScope();

  setHandler(stateQuery, () => ({
    status: status(),
    nodes: withinQueryLimit([...states.values()]),
  }));
  setHandler(resolveApproval, async (decision) => {
    if (!isApprovalDecision(decision) || approvals.resolve(decision)) return;
    if (!(await passDown(decision, waits))) await forward(decision);
  });
  setHandler(childWaits, async (wait) => {
    if (!isChildWait(wait)) return;
    await (wait.waits ? waits.begin(wait.id, wait.workflowId) : waits.end(wait.id));
  });
  setHandler(requestCancel, async (payload) => {
    const request = toStopRequest(payload);
    cancel ??= request;
    work.cancel();
    // Through the server too, so that Temporal shows the run as cancelled.
    const { workflowId } = workflowInfo();
    await CancellationScope.nonCancellable(() =>
      records.cancelWorkflow.executeWithOptions({ summary: `cancel · ${request.by}` }, [
        { workflowId },
      ]),
    );
  });

  if (isRoot) await checkStart({ run, at: Date.now() });
  else requireParent();
  try {
    const begun =
      isRoot && run.kind !== 'task'
        ? await localRecords.startRun({ runId, at: Date.now() })
        : undefined;
    showStatus('in_progress');
    // Also null, which is what an activity without a result gives.
    if (begun) {
      for (const state of states.values()) state.status = 'skipped';
      await finish({ status: 'completed', output: begun.ends });
      return begun.ends;
    }
    const { continues: of, continuesFrom: from } = run;
    const retry =
      of === undefined
        ? run.retry
        : await work.run(() =>
            localRecords.planChildRetry({
              of,
              path: run.path,
              pipeline: pipeline.name,
              ...(from !== undefined && { from }),
            }),
          );
    const graph = { run, pipeline, approvals, waits, states, marks, overBudget, scope, retry };
    await work.run(() => executeGraph(graph));
    const whole = retry?.only
      ? (states.get(retry.only)?.output ?? null)
      : outputOf(pipeline, states, scope);
    const output = fitsHistory(whole)
      ? whole
      : await storeOutput(whole, { runId, nodePath: run.path, step: 'run-output' });
    await finish({ status: 'completed', output });
    if (isRoot) return output;
    const result = { output, ...marks.ofRun() } satisfies ChildPipelineResult;
    return overBudget.size === 0 ? result : { ...result, overBudget: [...overBudget] };
  } catch (error) {
    if (isCancellation(error)) {
      await finish({ status: 'cancelled', partial: partialOf(states), cancel });
      await CancellationScope.nonCancellable(() => condition(() => root.consideredCancelled));
      throw error;
    }
    const runError = error instanceof NodeFailed ? error.error : toRunError(error);
    const stack = stackOf(error);
    await finish({
      status: isTimeout(runError) ? 'timeout' : 'failed',
      error: runError,
      ...(stack && { stack }),
      partial: partialOf(states),
    });
    const account = overBudgetOf(error instanceof NodeFailed ? error.cause : error);
    throw failure(
      describe(runError),
      undefined,
      isRoot ? undefined : { ...markOf(marks.ofRun().outside), ...(account && { account }) },
    );
  }

  async function finish(end: Omit<FinishRunInput, 'runId' | 'nodes'>): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      await condition(allHandlersFinished);
      showStatus(end.status, end.error?.node);
      const nodes = [...states.values()];
      if (isRoot) await localRecords.finishRun({ runId, nodes, ...end });
      // Children that ended on an earlier version recorded nothing.
      else if (patched('finish-child')) {
        await localRecords.finishChild({ runId, path: run.path, nodes });
      }
    });
  }

  function status(): 'waiting' | 'in_progress' {
    return approvals.waiting() || waits.any() ? 'waiting' : 'in_progress';
  }

  /** A node that waits for a person by a call of its own or in its children is `waiting`, and so is the run. */
  function showWaiting(): void {
    showStatus(status());
    const above = `${runId}/${run.path ? `${run.path}/` : ''}`.length;
    const waiting = new Set(
      [...waits.places(), ...waits.own()].map((id) => id.slice(above).split(/[/.]/)[0]),
    );
    for (const state of states.values()) {
      const mayWait = ['agent', 'pipeline', 'map', 'loop', 'tool'].includes(state.kind);
      if (mayWait && isAtWork(state)) state.status = waiting.has(state.id) ? 'waiting' : 'running';
    }
  }

  /** Hands a decision on to the child pipeline that it is for. */
  async function forward(decision: ApprovalDecision): Promise<void> {
    const child = pipeline.nodes.find(({ id, kind }) => {
      const path = run.path ? `${run.path}/${id}` : id;
      const isFor = decision.approvalId.startsWith(`${approvalId(runId, path)}.`);
      return kind === 'pipeline' && isFor && isAtWork(states.get(id));
    });
    if (!child) return;
    const path = run.path ? `${run.path}/${child.id}` : child.id;
    await getExternalWorkflowHandle(`${runId}/${path}`).signal(resolveApproval, decision);
  }
}

function isAtWork(state: NodeState | undefined): boolean {
  return state?.status === 'running' || state?.status === 'waiting';
}

function describe(error: RunError): RunError {
  return { ...error, message: error.node ? `${error.node}: ${error.message}` : error.message };
}

/** The states with as many of their outputs as an answer of a query can hold. */
function withinQueryLimit(states: NodeState[]): NodeState[] {
  let left = queriedOutputBytes;
  return states.map(({ output, ...state }) => {
    left -= output === undefined ? 0 : JSON.stringify(output).length;
    return left > 0 && output !== undefined ? { ...state, output } : state;
  });
}

/** The document's output, or the outputs of the nodes that nothing follows. */
function outputOf(
  pipeline: Pipeline,
  states: Map<string, NodeState>,
  scope: ExpressionContext,
): Output {
  if (pipeline.output !== undefined) return renderTemplate(pipeline.output, scope);
  const followed = new Set(pipeline.edges.map(({ from }) => from));
  const last = [...states.values()].filter(
    ({ id, status }) => status === 'completed' && !followed.has(id),
  );
  return Object.fromEntries(last.map(({ id, output }) => [id, output ?? null]));
}

/** The work of a run that did not complete: outputs, and the findings of stopped nodes. */
function partialOf(states: Map<string, NodeState>): JsonObject {
  const withWork = [...states.values()].filter(
    ({ output, partial }) => output !== undefined || partial !== undefined,
  );
  return {
    nodes: Object.fromEntries(
      withWork.map(({ id, output, partial }) => [id, output ?? partial ?? null]),
    ),
  };
}
