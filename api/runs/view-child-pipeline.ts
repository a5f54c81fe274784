import type { ChildPipelineView } from '../../contracts/api/index.ts';
import type { CompiledPipeline, Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { recordedNodes } from './recorded-nodes.ts';
import { viewNode } from './view-run.ts';

/**
 * What a pipeline node of a run does: its document, with the state of each node as it was recorded at the child's
 * end, as the child's workflow says it before, or as the recorded steps show it where that does not respond.
 * @throws {Problem} `not-found` where no pipeline node is at the path.
 */
export async function viewChildPipeline(
  services: Services,
  run: RunRow,
  path: string,
): Promise<ChildPipelineView> {
  const pipeline = pipelineAt(run.compiled, path);
  if (!pipeline) {
    throw new Problem('not-found', `Run ${run.id} has no pipeline node at ${path}.`);
  }
  const workflowId = `${run.id}/${path}`;
  const atItsEnd = await services.runs.childNodes(run.id, path);
  const known = atItsEnd ?? (await services.temporal.state(workflowId))?.nodes;
  const nodes = known ?? ended(run, await recordedNodes(services, run, { path, pipeline }));
  return {
    path,
    document: pipeline,
    nodes: nodes.map(viewNode),
    stale: known === undefined,
    temporalUrl: services.links.temporal(workflowId),
  };
}

function pipelineAt({ pipeline, pipelines }: CompiledPipeline, path: string): Pipeline | undefined {
  let current: Pipeline | undefined = pipeline;
  for (const id of path.split('/')) {
    const node: Pipeline['nodes'][number] | undefined = current?.nodes.find(
      (candidate) => candidate.id === id,
    );
    current = node?.kind === 'pipeline' ? pipelines[node.pipeline] : undefined;
  }
  return current;
}

/** In a run that is over, what had begun has ended: with the run's own end, where that was no success. */
function ended({ status }: RunRow, nodes: NodeState[]): NodeState[] {
  if (!hasEnded(status)) return nodes;
  return nodes.map((node) =>
    node.status === 'running' || node.status === 'waiting' ? { ...node, status } : node,
  );
}
