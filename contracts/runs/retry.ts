import type { Output } from '../base/artifact.ts';
import { nodePorts } from '../pipelines/nodes/ports.ts';
import type { NodeKindName } from '../pipelines/nodes/ports.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import type { NodeState } from './run.ts';

// No zod here: workflows load it.

/** What a run takes over from the run that it retries. */
export type RetryPlan = {
  /** The run that is retried. */
  of: string;
  /** The nodes that do not run again, as they ended. */
  kept: NodeState[];
  /**
   * The nodes that go on with what they had done: an agent with its conversation, a tool with the calls that were answered
   * or are under way, a child pipeline with its own nodes.
   */
  continued: string[];
  /** Of a child pipeline that goes on: the node inside of it that runs again, with all that follows from it. */
  inside?: InsideChild;
  /** What is left of the money of loops that go on, in US dollars by node, after what the rounds that are kept have cost. */
  leftUsd?: Record<string, number>;
  /** Where one node is tried: it alone runs, and what it gives is the output of the run. */
  only?: string;
};

/** A node inside of a child pipeline: which node runs that, the item of a map or round of a loop, such as `.item-3` or `.round-2`, and the rest of the path. */
export type InsideChild = { node: string; item: string; from: string };

/** A path such as `desk/look` or `each.item-3/look`; undefined for a node of the graph itself. */
export function insideChild(path: string): InsideChild | undefined {
  const slash = path.indexOf('/');
  if (slash === -1) return undefined;
  const [node = '', ...item] = path.slice(0, slash).split(/(?=\.)/);
  return { node, item: item.join(''), from: path.slice(slash + 1) };
}

/** Where the work of a node was done before: its place in the same run, or in the run that is retried. */
export type EarlierWork = { runId: string; nodePath: string };

type Graph = Pick<Pipeline, 'nodes' | 'edges'>;

type Choice = Pick<RetryPlan, 'of'> & {
  /** The node to run again, with all that follows from it; the path of one that is inside of a child pipeline. */
  from?: string | undefined;
  /** The only node to run; approvals that lead to it are asked for anew. */
  only?: string | undefined;
  /** Outputs that take the place of what nodes would give, by node. */
  outputs?: Readonly<Record<string, Output>> | undefined;
  /** Nodes that what they had given no longer fits, such as those that read an input that was changed. */
  outdated?: readonly string[];
};

/** Nodes that only pass on what was decided and worked out before them; to run them again costs nothing. */
const passing = new Set<NodeKindName>(['transform', 'condition', 'switch', 'join']);

/** Nodes that run pipelines. */
const parents = new Set<NodeKindName>(['pipeline', 'map', 'loop']);

/** Whether a node is through: completed, or failed in a way that its pipeline goes on after. */
function isThrough({ status, port }: Pick<NodeState, 'status' | 'port'>): boolean {
  return status === 'completed' || (port !== undefined && ['failed', 'timeout'].includes(status));
}

/**
 * What a retry keeps of a run. Every node that is not through runs; the node named and nodes that are outdated run again with
 * all that follows from them. With nothing of that, failures that the pipeline went on after are retried.
 * An approval that leads to a node that runs is asked for anew; what else followed from it is kept.
 * A node that had begun goes on even where the end of what leads to it is not known, as in a run that was terminated.
 */
export function planRetry(
  { nodes, edges }: Graph,
  ended: readonly NodeState[],
  { of, only, from = only, outputs = {}, outdated = [] }: Choice,
): RetryPlan {
  const states = new Map(ended.map((state) => [state.id, state]));
  const leadingTo = (id: string) => edges.filter(({ to }) => to === id).map((edge) => edge.from);
  const following = (id: string) => edges.filter((edge) => edge.from === id).map(({ to }) => to);
  const wasThrough = (id: string) => isThrough(states.get(id) ?? { status: 'pending' });
  const wasSkipped = (id: string) => states.get(id)?.status === 'skipped';
  const isPinned = (id: string) => Object.hasOwn(outputs, id);

  const inside = from === undefined ? undefined : insideChild(from);
  const again = new Set(seeds());
  for (const id of again) {
    for (const next of following(id)) if (!isPinned(next)) again.add(next);
  }
  const isThroughStill = (id: string) => wasThrough(id) && !again.has(id) && id !== inside?.node;
  const through = nodes.filter(({ id }) => isPinned(id) || isThroughStill(id));
  const asked = askedAnew(new Set(through.map(({ id }) => id)));
  const kept = through.filter(({ id }) => !asked.has(id));
  const isSettled = (id: string) =>
    kept.some((node) => node.id === id) || asked.has(id) || (wasSkipped(id) && !again.has(id));
  const continued = nodes
    .filter(({ id }) => !isSettled(id) && !again.has(id))
    .filter((node) => leadingTo(node.id).every(isSettled) || goesOnAnyway(node))
    .map(({ id }) => id);
  const goesOn = inside !== undefined && continued.includes(inside.node);
  const plan = { of, kept: kept.map(keptState), continued, ...(goesOn && { inside }) };
  return only === undefined ? plan : alone(plan, only);

  /** Leaves out every node but one, and the approvals that lead to it: none counts that was given for something else. */
  function alone(all: RetryPlan, id: string): RetryPlan {
    const before = new Set([id]);
    for (const one of before) for (const earlier of leadingTo(one)) before.add(earlier);
    const isKept = (one: string) => all.kept.some((state) => state.id === one);
    const runs = (node: Graph['nodes'][number]) =>
      node.id === id || (before.has(node.id) && (node.kind === 'approval' || asked.has(node.id)));
    const others = nodes.filter((node) => !isKept(node.id) && !runs(node));
    const left = others.map((node) => ({
      id: node.id,
      kind: node.kind,
      status: 'skipped' as const,
    }));
    return { ...all, kept: [...all.kept, ...left], continued: [], only: id };
  }

  function seeds(): string[] {
    const pinned = Object.keys(outputs);
    const entered = inside && wasThrough(inside.node) ? following(inside.node) : [];
    const named = [
      ...(from !== undefined && wasThrough(from) ? [from] : []),
      ...[...outdated, ...entered, ...pinned.flatMap(following)].filter((id) => !isPinned(id)),
    ];
    const isOpen = nodes.some(({ id }) => !wasThrough(id) && !wasSkipped(id) && !isPinned(id));
    if (named.length > 0 || inside || isOpen) return named;
    return ended
      .filter(({ status, id }) => status !== 'completed' && wasThrough(id))
      .map(({ id }) => id);
  }

  /** Tools and agents compare what they are asked with what was answered; children do not, so it must be the same. */
  function goesOnAnyway({ id, kind }: Graph['nodes'][number]): boolean {
    const status = states.get(id)?.status ?? 'pending';
    if (status === 'pending' || status === 'skipped') return false;
    return !parents.has(kind) || leadingTo(id).every(givesTheSame);
  }

  function givesTheSame(id: string): boolean {
    const isModel = nodes.some((node) => node.id === id && node.kind === 'model');
    return isSettled(id) || (!isModel && leadingTo(id).every(givesTheSame));
  }

  /** The approvals that lead to what runs, with what only passes them on. */
  function askedAnew(before: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const { id } of nodes) {
      if (!before.has(id) && (!wasSkipped(id) || again.has(id))) visit(id);
    }
    return found;

    function visit(id: string): boolean {
      let leads = false;
      for (const { id: one, kind } of nodes) {
        if (!before.has(one) || isPinned(one) || !leadingTo(id).includes(one)) continue;
        if (kind !== 'approval' && !(passing.has(kind) && visit(one))) continue;
        found.add(one);
        leads = true;
      }
      return leads;
    }
  }

  function keptState({ id, kind }: Graph['nodes'][number]): NodeState {
    if (isPinned(id)) {
      const output = outputs[id] ?? null;
      return { id, kind, status: 'completed', port: nodePorts[kind][0], output, pinned: true };
    }
    const { partial: _partial, ...state } = states.get(id)!;
    return state.pinned ? state : { ...state, keptFrom: state.keptFrom ?? of };
  }
}
