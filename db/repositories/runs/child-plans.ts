import type { PipelineNode } from '../../../contracts/pipelines/nodes/index.ts';
import { childKeyOf } from '../../../contracts/pipelines/child-of.ts';
import type { CompiledPipeline, Pipeline } from '../../../contracts/pipelines/pipeline.ts';
import { insideChild, planRetry } from '../../../contracts/runs/retry.ts';
import type { RetryPlan } from '../../../contracts/runs/retry.ts';
import type { RunRepository } from './runs.ts';

type Reads = { runs: Pick<RunRepository, 'get' | 'childNodes' | 'retriedBy'> };

/** A child pipeline that goes on with what it had done. */
export type ContinuedChild = {
  /** The run that is retried. */
  of: string;
  /** Of the child, from the run's root. */
  path: string;
  /** The name of its document. */
  pipeline: string;
  /** The node in it to run again, or the path of one deeper inside. */
  from?: string | undefined;
};

/** What a child pipeline takes over from the run that is retried, with its document there. */
export async function planChild(
  { runs }: Reads,
  { of, path, pipeline, from }: ContinuedChild,
): Promise<{ plan: RetryPlan; document: Pipeline | undefined }> {
  let latest: Pipeline | undefined;
  for (let id: string | undefined = of; id !== undefined; id = await runs.retriedBy(id)) {
    const document = (await runs.get(id))?.compiled.pipelines[pipeline];
    const nodes = await runs.childNodes(id, path);
    if (document && nodes) return { plan: planRetry(document, nodes, { of: id, from }), document };
    latest ??= document;
    if (isInRound(path)) break;
  }
  // It was terminated, so that its end is not known: calls that were answered are not made again.
  const inside = from === undefined ? undefined : insideChild(from);
  const begun = latest?.nodes.map(({ id }) => id) ?? [];
  const continued = begun.filter((id) => id !== from);
  return { plan: { of, kept: [], continued, ...(inside && { inside }) }, document: latest };
}

/** What the pipeline at a path of a run took over from the run that it retries; undefined where it was nothing. */
export async function planAt(
  reads: Reads,
  runId: string,
  path: string,
): Promise<RetryPlan | undefined> {
  const run = await reads.runs.get(runId);
  if (!run || path === '') return run?.retry ?? undefined;
  const slash = path.lastIndexOf('/');
  const above = await planAt(reads, runId, path.slice(0, Math.max(0, slash)));
  const [node = '', part] = path.slice(slash + 1).split('.');
  const item = part === undefined ? '' : `.${part}`;
  const pipeline = pipelineAt(run.compiled, path);
  if (!above?.continued.includes(node) || pipeline === undefined) return undefined;
  const inside = above.inside?.node === node ? above.inside : undefined;
  // What follows from a round that ran again was not what it had been.
  if (inside && roundOf(item) > roundOf(inside.item)) return undefined;
  const from = inside?.item === item ? inside.from : undefined;
  const { plan } = await planChild(reads, { of: above.of, path, pipeline, from });
  return plan;
}

/** The name of the document that runs at a path of a run. */
function pipelineAt({ pipeline, pipelines }: CompiledPipeline, path: string): string | undefined {
  let document: Pipeline | undefined = pipeline;
  let name: string | undefined;
  for (const part of path.split('/')) {
    const [id] = part.split('.');
    const node: PipelineNode | undefined = document?.nodes.find((one) => one.id === id);
    name = node && childKeyOf(node);
    document = name === undefined ? undefined : pipelines[name];
  }
  return name;
}

/** The number of a round of a loop, such as `.round-2`; that of an item of a map is none. */
function roundOf(item: string): number {
  return item.startsWith('.round-') ? Number(item.slice('.round-'.length)) : NaN;
}

/**
 * Whether a path leads through a round of a loop. A retry runs every round again, if only to take over what it gave: what a
 * round of a still earlier run gave may rest on other rounds before it.
 */
function isInRound(path: string): boolean {
  return /\.round-\d+(\/|$)/.test(path);
}
