import { entryOf } from '../../catalog.ts';
import { childKeyOf } from '../../child-of.ts';
import type { Catalog } from '../../catalog.ts';
import type { PipelineNode } from '../../nodes/index.ts';
import type { Pipeline, PipelineEdge } from '../../pipeline.ts';
import { possibleRuns } from '../possible-runs.ts';
import { nodesInOrder } from './in-order.ts';

/** A node with a side effect, and an approval before it that does not stop it. */
export type PassedApproval = { node: string; approval: string };

/**
 * Finds nodes behind the port `approved` of an approval that can run without it, because another path leads to them.
 * Paths from another port of the approval are intended, and so are joins that need only some of their branches. Finds
 * nothing if a run has too many possible paths.
 */
export function passedApprovals(pipeline: Pipeline, catalog: Catalog): PassedApproval[] {
  const { edges } = pipeline;
  const nodes = nodesInOrder(pipeline);
  const effects = nodes.filter(effectsIn(catalog));
  const approvals = nodes.filter(({ kind }) => kind === 'approval');
  if (effects.length === 0 || approvals.length === 0) return [];
  const into = new Map(nodes.map(({ id }) => [id, edges.filter(({ to }) => to === id)]));
  const runs = possibleRuns(nodes, into);
  if (!runs) return [];
  const isPast = new Set(nodes.filter(wantsSome(into)).map(({ id }) => id));

  return approvals.flatMap((approval) => {
    const isGiven = ({ port = 'approved' }: PipelineEdge) => port === 'approved';
    const own = edges.filter(({ from }) => from === approval.id);
    const behind = reached(own.filter(isGiven), edges, isPast);
    const elsewhere = reached(
      own.filter((edge) => !isGiven(edge)),
      edges,
      new Set(),
    );
    const refused = runs.left.get(approval.id)?.filter(({ port }) => port !== 'approved') ?? [];
    return effects
      .filter(({ id }) => behind.has(id) && !elsewhere.has(id))
      .filter(({ id }) => refused.some((way) => (way.runs & (runs.ran.get(id) ?? 0n)) !== 0n))
      .map(({ id }) => ({ node: id, approval: approval.id }));
  });
}

/** Whether nodes change something outside, by themselves or in the pipelines that they run; each pipeline is looked at once. */
function effectsIn({ tools, pipelines }: Catalog): (node: PipelineNode) => boolean {
  const known = new Map<string, boolean>();
  const isEffect = (name: string | undefined) =>
    name !== undefined && (entryOf(tools, name)?.sideEffect ?? false);

  function ofPipeline(name: string): boolean {
    const found = known.get(name) ?? (entryOf(pipelines, name)?.nodes ?? []).some(hasEffect);
    known.set(name, found);
    return found;
  }

  function hasEffect(node: PipelineNode): boolean {
    if (node.kind === 'tool')
      return [node, ...(node.next ?? [])].some(({ tool }) => isEffect(tool));
    const child = childKeyOf(node);
    if (child !== undefined) return ofPipeline(child);
    return node.kind === 'map' && isEffect(node.tool);
  }

  return hasEffect;
}

/** Whether a node is a join that goes on without some of its branches, since its author says so. */
function wantsSome(into: ReadonlyMap<string, PipelineEdge[]>) {
  return (node: PipelineNode): boolean => {
    if (node.kind !== 'join' || node.mode === 'all') return false;
    return node.quorum === undefined || node.quorum < (into.get(node.id) ?? []).length;
  };
}

/** The nodes that some edges lead to, however far, but for those `past` and what follows them alone. */
function reached(
  first: readonly PipelineEdge[],
  edges: readonly PipelineEdge[],
  past: ReadonlySet<string>,
): Set<string> {
  const found = new Set(first.map(({ to }) => to).filter((to) => !past.has(to)));
  for (const at of found) {
    for (const { from, to } of edges) if (from === at && !past.has(to)) found.add(to);
  }
  return found;
}
