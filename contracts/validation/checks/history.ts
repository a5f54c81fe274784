import type { PipelineNode } from '../../nodes/index.ts';
import type { PipelineEdge } from '../../pipeline.ts';
import { topologicalOrder } from '../graph.ts';
import type { Graph } from '../graph.ts';
import { possibleRuns } from '../possible-runs.ts';
import type { PossibleRun } from '../possible-runs.ts';
import type { Checked } from './check.ts';

/** What has happened when a node starts, or at the end of the run where no reader is named. */
export type History = {
  isBefore(node: string, reader: string): boolean;
  mayBeAbsent(node: string, reader: string | undefined): boolean;
  mayLackOutput(node: string, reader: string | undefined): boolean;
};

/** True for a join that may start while branches into it are still at work. */
function startsEarly(node: PipelineNode | undefined, branches: number): boolean {
  if (node?.kind !== 'join') return false;
  return node.mode === 'quorum' ? (node.quorum ?? 1) < branches : node.mode !== 'all';
}

type Sets = Map<string, Set<string>>;

function union(sets: Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersection([first = new Set<string>(), ...rest]: Set<string>[]): Set<string> {
  return new Set([...first].filter((id) => rest.every((set) => set.has(id))));
}

/** By node, those that lead to it, and those of them that have surely settled when it starts. */
function before(order: string[], { into }: Graph, nodes: Map<string, PipelineNode>) {
  const upstream: Sets = new Map();
  const settled: Sets = new Map();
  for (const id of order) {
    const sources = into.get(id) ?? [];
    const through = (sets: Sets) =>
      sources.map((source) => new Set([...(sets.get(source) ?? []), source]));
    const early = startsEarly(nodes.get(id), sources.length);
    upstream.set(id, union(through(upstream)));
    settled.set(id, early ? intersection(through(settled)) : union(through(settled)));
  }
  return { upstream, settled };
}

function runsOf({ draft, graph }: Checked, order: string[], nodes: Map<string, PipelineNode>) {
  const readable = order.length === draft.ids.length && order.every((id) => nodes.has(id));
  if (!readable) return [];
  const edgesInto = new Map<string, PipelineEdge[]>(graph.ids.map((id) => [id, []]));
  for (const { edge } of draft.edges) edgesInto.get(edge.to)?.push(edge);
  return possibleRuns({ order: order.map((id) => nodes.get(id)!), edgesInto }) ?? [];
}

/**
 * What can have happened before each node. Runs are imagined with every decision going either way; in
 * a document with cycles, unreadable nodes or too many decisions none are, and nothing may be absent.
 */
export function createHistory(checked: Checked): History {
  const { draft, graph } = checked;
  const nodes = new Map(draft.nodes.map(({ node }) => [node.id, node]));
  const order = topologicalOrder(graph);
  const { upstream, settled } = before(order, graph, nodes);
  const acyclic = order.length === graph.ids.length;
  const runs = runsOf(checked, order, nodes);
  const inSomeRun = (reader: string | undefined, lacks: (run: PossibleRun) => boolean) =>
    runs.some((run) => (reader === undefined || run.ran.has(reader)) && lacks(run));
  return {
    isBefore: (node, reader) => !acyclic || (upstream.get(reader)?.has(node) ?? false),
    mayBeAbsent: (node, reader) =>
      inSomeRun(reader, ({ ran }) => !ran.has(node)) ||
      (acyclic && reader !== undefined && !settled.get(reader)?.has(node)),
    mayLackOutput: (node, reader) =>
      inSomeRun(reader, ({ ran, hasOutput }) => ran.has(node) && !hasOutput.has(node)),
  };
}
