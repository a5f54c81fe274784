import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../contracts/api/index.ts';
import { compilePipeline } from '../../contracts/pipelines/compile.ts';
import { childOf } from '../../contracts/pipelines/child-of.ts';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import type { CompiledPipeline, Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { planRetry } from '../../contracts/runs/retry.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { leftForLoops } from '../../db/repositories/runs/loop-money.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { requireReadyAgents } from '../agents/require-ready.ts';
import { Problem } from '../base/problem.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';
import { requireAgents, requireInside, requireNodes, requireReached } from './check-retry.ts';
import type { RetryRequest } from './check-retry.ts';
import {
  checkedInput,
  requireDetails,
  requireFit,
  storedPipeline,
  validPipeline,
  withOutageTerms,
} from './create-run.ts';
import { recordedNodes } from './recorded-nodes.ts';
import { requirePart } from './require-part.ts';
import { surroundingsFor } from './surroundings-for.ts';
import { requireToolRights } from './tool-rights.ts';

/** What a retry starts. */
export type PlannedRetry = Pick<RunRow, 'compiled' | 'input'> & {
  retry: RetryPlan;
  warnings: FieldProblem[];
};

/**
 * Checks a request to retry a run, and says what it would keep.
 * @throws {Problem} that names what is wrong.
 */
export async function planRetryOf(
  services: Services,
  run: RunRow,
  request: RetryRequest,
): Promise<PlannedRetry> {
  if (!hasEnded(run.status)) {
    throw new Problem('conflict', `Run ${run.id} has not ended. Wait for its end, or cancel it.`);
  }
  if (run.triedNode !== null) {
    const detail = `Run ${run.id} tried one node. Retry run ${run.retryOf}, or try the node there again.`;
    throw new Problem('conflict', detail);
  }
  requireDetails([run]);
  const compiled = await compiledFor(services, run, request);
  const { pipeline } = compiled;
  requireNodes(compiled, request);
  await requirePart(services, run, request.from);
  const input = inputFor(run, pipeline, request);
  const { outputs, from, only } = request;
  const retry = planRetry(pipeline, run.nodes ?? (await recordedNodes(services, run)), {
    of: run.id,
    from,
    only,
    outputs,
    outdated: [
      ...nodesReading(pipeline, changedNames(run.input, input)),
      ...changedNodes(run.compiled.pipeline, pipeline),
    ],
  });
  requireReached(pipeline, retry);
  const isPinned = Object.keys(outputs ?? {}).length > 0;
  if (!isPinned && runningNodes(pipeline, run, retry).length === 0) {
    throw new Problem(
      'conflict',
      `Every node of run ${run.id} completed. Name the node to retry from in \`from\`.`,
    );
  }
  const isSame = isDeepStrictEqual(compiled, run.compiled);
  if (!isSame) retry.continued = withoutPipelines(retry.continued, pipeline);
  requireInside(retry, from);
  const leftUsd = await leftForLoops(services, { path: '', pipeline, retry });
  if (leftUsd) retry.leftUsd = leftUsd;
  const around = await surroundingsFor(services, run.user);
  requireReadyAgents(compiled, around);
  const warnings = requireToolRights(compiled, around);
  requireFit({ compiled, input, retry });
  return { compiled, input, retry, warnings };
}

/** The nodes that run, unless they are skipped: those that are not kept, and were not skipped after kept ones. */
export function runningNodes(
  { nodes, edges }: Pipeline,
  run: Pick<RunRow, 'nodes'>,
  { kept }: RetryPlan,
): PipelineNode[] {
  const keptIds = new Set(kept.map(({ id }) => id));
  const skipped = new Set(
    (run.nodes ?? []).flatMap(({ id, status }) => (status === 'skipped' ? [id] : [])),
  );
  const runs = (id: string): boolean => {
    if (keptIds.has(id)) return false;
    if (!skipped.has(id)) return true;
    return edges.some((edge) => edge.to === id && runs(edge.from));
  };
  return nodes.filter(({ id }) => runs(id));
}

async function compiledFor(
  services: Services,
  { kind, compiled }: RunRow,
  { pipeline, document }: RetryRequest,
): Promise<CompiledPipeline> {
  if (pipeline === 'same' && !document) return compiled;
  const catalog = await currentCatalog(services, document, compiled.pipeline);
  if (document) {
    const draft = await validPipeline(services, document, catalog);
    const drafted = await compilePipeline(draft, catalog);
    return withOutageTerms(drafted, compiled.ownOutageTerms ?? {});
  }
  // Its pipeline is its agent.
  if (kind === 'task') {
    requireAgents(compiled, catalog);
    return compilePipeline(compiled.pipeline, catalog);
  }
  const latest = await compilePipeline(storedPipeline(compiled.pipeline.name, catalog), catalog);
  return withOutageTerms(latest, compiled.ownOutageTerms ?? {});
}

function inputFor(run: RunRow, pipeline: Pipeline, request: RetryRequest): RunRow['input'] {
  if (request.input === undefined && request.pipeline === 'same') return run.input;
  return checkedInput(pipeline, { ...run.input, ...request.input });
}

function changedNames(before: RunRow['input'], after: RunRow['input']): ReadonlySet<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...names].filter((name) => !isDeepStrictEqual(before[name], after[name])));
}

const inputReference = /\binputs\b(?:\.(\w+))?/g;

/** The nodes whose expressions read one of the inputs, or all of them. */
function nodesReading({ nodes }: Pipeline, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [];
  const reads = (node: PipelineNode) =>
    [...JSON.stringify(node).matchAll(inputReference)].some(
      ([, name]) => name === undefined || names.has(name),
    );
  return nodes.filter(reads).map(({ id }) => id);
}

/** The nodes that another version of a document has changed, or leads to in another way. */
function changedNodes(before: Pipeline, after: Pipeline): string[] {
  return after.nodes
    .map(({ id }) => id)
    .filter((id) => !isDeepStrictEqual(workOf(before, id), workOf(after, id)));
}

/** What a node does and what leads to it. */
function workOf({ nodes, edges }: Pipeline, id: string) {
  const node = nodes.find((one) => one.id === id);
  const into = edges.filter(({ to }) => to === id).map(({ from, port }) => `${from} ${port ?? ''}`);
  return { node: node && { ...node, title: undefined }, into: into.toSorted() };
}

/** Child pipelines keep their nodes only where they are as they were. */
function withoutPipelines(ids: string[], { nodes }: Pipeline): string[] {
  const isChild = new Set(nodes.flatMap((node) => (childOf(node) === undefined ? [] : [node.id])));
  return ids.filter((id) => !isChild.has(id));
}
