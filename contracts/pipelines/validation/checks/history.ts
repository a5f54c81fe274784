import type { PipelineNode } from '../../nodes/index.ts';
import type { PipelineEdge } from '../../pipeline.ts';
import { topologicalOrder } from '../graph.ts';
import type { Graph } from '../graph.ts';
import { possibleRuns } from '../possible-runs.ts';
import type { PossibleRuns, RunSet } from '../possible-runs.ts';
import type { Checked } from './check.ts';

/** What has happened when a node starts, or at the end of the run where no reader is named. */
export type History = {
  isBefore(node: string, reader: string): boolean;
  mayBeAbsent(node: string, reader: string | undefined): boolean;
  mayLackOutput(node: string, reader: string | undefined): boolean;
};

/** True for a join that may start or fail while branches into it are still running. */
function settlesEarly(node: PipelineNode | undefined, branches: number): boolean {
  if (node?.kind !== 'join') return false;
  const { mode, quorum = 1, deadline, onError } = node;
  if (mode === 'any' || mode === 'best_effort' || (mode === 'quorum' && quorum < branches))
    return true;
  return onError !== 'fail' && (mode === 'quorum' || deadline !== undefined);
}

type Sets = Map<string, Set<string>>;

function union(sets: Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersection([first = new Set<string>(), ...rest]: Set<string>[]): Set<string> {
  return new Set([...first].filter((id) => rest.every((set) => set.has(id))));
}

/** For each node: the nodes that lead to it, and those of them that have certainly settled when it starts. */
function before(order: string[], { into }: Graph, nodes: Map<string, PipelineNode>) {
  const upstream: Sets = new Map();
  const settled: Sets = new Map();
  for (const id of order) {
    const sources = into.get(id) ?? [];
    const through = (sets: Sets) =>
      sources.map((source) => new Set([...(sets.get(source) ?? []), source]));
    const early = settlesEarly(nodes.get(id), sources.length);
    upstream.set(id, union(through(upstream)));
    settled.set(id, early ? intersection(through(settled)) : union(through(settled)));
  }
  return { upstream, settled };
}

const noRuns: PossibleRuns = {
  all: 0n,
  ran: new Map(),
  hasOutput: new Map(),
  left: new Map(),
};

function runsOf(
  { draft, graph }: Checked,
  order: string[],
  nodes: Map<string, PipelineNode>,
): PossibleRuns {
  const readable = order.length === draft.ids.length && order.every((id) => nodes.has(id));
  if (!readable) return noRuns;
  const edgesInto = new Map<string, PipelineEdge[]>(graph.ids.map((id) => [id, []]));
  for (const { edge } of draft.edges) edgesInto.get(edge.to)?.push(edge);
  const inOrder = order.map((id) => nodes.get(id)!);
  return possibleRuns(inOrder, edgesInto) ?? noRuns;
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
  const readBy = (reader: string | undefined): RunSet =>
    reader === undefined ? runs.all : runs.all & (runs.ran.get(reader) ?? 0n);
  const ran = (node: string): RunSet => runs.ran.get(node) ?? 0n;
  const hasOutput = (node: string): RunSet => runs.hasOutput.get(node) ?? 0n;
  return {
    isBefore: (node, reader) => !acyclic || (upstream.get(reader)?.has(node) ?? false),
    mayBeAbsent: (node, reader) =>
      (readBy(reader) & ~ran(node)) !== 0n ||
      (acyclic && reader !== undefined && !settled.get(reader)?.has(node)),
    mayLackOutput: (node, reader) => (readBy(reader) & ran(node) & ~hasOutput(node)) !== 0n,
  };
}
