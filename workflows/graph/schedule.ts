import { nodePorts } from '../../contracts/pipelines/nodes/ports.ts';
import type { Pipeline, PipelineEdge } from '../../contracts/pipelines/pipeline.ts';
import type { PipelineNode, NodeOf } from '../../contracts/pipelines/nodes/index.ts';

/** How a node ended: the port it left through, or none; and whether it failed and the run went on. */
export type Settlement = { port: string | null; failed: boolean };

/** The effects of a change: nodes to run, nodes to skip, joins that failed, and joins that began. */
export type Consequences = {
  run: string[];
  skipped: string[];
  failed: string[];
  /** Joins with a deadline into which the first branch has just come. */
  deadlines: string[];
};

type Entry = {
  node: PipelineNode;
  branches: Branches;
  decided: boolean;
  late: boolean;
  outgoing: PipelineEdge[];
};

/**
 * Decides what may run next in an acyclic graph by counting the settled branches into each node. Pure
 * bookkeeping: it starts nothing and knows no time.
 */
export function createSchedule(pipeline: Pick<Pipeline, 'nodes' | 'edges'>) {
  const entries = new Map<string, Entry>(
    pipeline.nodes.map((node) => [
      node.id,
      {
        node,
        branches: { open: 0, arrived: 0, failed: 0 },
        decided: false,
        late: false,
        outgoing: [],
      },
    ]),
  );
  const entry = (id: string): Entry => {
    const found = entries.get(id);
    if (!found) throw new RangeError(`no node ${id}`);
    return found;
  };
  for (const edge of pipeline.edges) {
    entry(edge.from).outgoing.push(edge);
    entry(edge.to).branches.open += 1;
  }

  function verdict({ node, branches, late }: Entry): Verdict {
    return node.kind === 'join' ? joinRule(node, branches, late) : plainRule(branches);
  }

  function consider(id: string, consequences: Consequences): void {
    const target = entry(id);
    if (target.decided) return;
    const decision = verdict(target);
    if (decision === 'wait') return;
    target.decided = true;
    if (decision === 'run') consequences.run.push(id);
    if (decision === 'fail') consequences.failed.push(id);
    if (decision === 'skip') {
      consequences.skipped.push(id);
      leave(target, { port: null, failed: false }, consequences);
    }
  }

  function leave(from: Entry, { port, failed }: Settlement, consequences: Consequences): void {
    for (const edge of from.outgoing) {
      const target = entry(edge.to);
      const taken = port !== null && (edge.port ?? nodePorts[from.node.kind][0]) === port;
      target.branches.open -= 1;
      if (taken && failed) target.branches.failed += 1;
      else if (taken) target.branches.arrived += 1;
      const { node, branches, decided } = target;
      const first = taken && branches.arrived + branches.failed === 1;
      if (first && !decided && node.kind === 'join' && node.deadline) {
        consequences.deadlines.push(edge.to);
      }
      consider(edge.to, consequences);
    }
  }

  const nothing = (): Consequences => ({ run: [], skipped: [], failed: [], deadlines: [] });

  return {
    /** Marks nodes as settled because they ended in an earlier run, whatever leads to them. */
    keep(ids: readonly string[]): void {
      for (const id of ids) entry(id).decided = true;
    },

    /** The nodes that nothing leads to and that are not kept. */
    roots(): string[] {
      const roots = [...entries.values()].filter(
        ({ branches, decided }) => branches.open === 0 && !decided,
      );
      for (const root of roots) root.decided = true;
      return roots.map(({ node }) => node.id);
    },

    /** Takes in how a node ended. */
    settle(id: string, settlement: Settlement): Consequences {
      const consequences = nothing();
      leave(entry(id), settlement, consequences);
      return consequences;
    },

    /** True once it is known whether a node runs. */
    isDecided: (id: string): boolean => entry(id).decided,

    /** Takes in that the deadline of a join has passed. */
    deadline(id: string): Consequences {
      const consequences = nothing();
      entry(id).late = true;
      consider(id, consequences);
      return consequences;
    },
  };
}

/** How the branches into a node stand. A branch that failed, though the run went on, is `failed`. */
type Branches = { open: number; arrived: number; failed: number };

type Verdict = 'wait' | 'run' | 'skip' | 'fail';

/** A node that is no join runs when every branch has settled and at least one has arrived. */
function plainRule({ open, arrived, failed }: Branches): Verdict {
  if (open > 0) return 'wait';
  return arrived + failed > 0 ? 'run' : 'skip';
}

/** When a join runs. `late` is true once its deadline has passed. */
function joinRule(
  { mode, quorum = 1 }: Pick<NodeOf<'join'>, 'mode' | 'quorum'>,
  branches: Branches,
  late: boolean,
): Verdict {
  const { open, arrived, failed } = branches;
  const wanted = mode === 'quorum' ? quorum : 1;
  const early = mode === 'any' || mode === 'quorum';
  if (early && arrived >= wanted) return 'run';
  if (arrived + failed === 0 && !late) return open === 0 ? 'skip' : 'wait';
  if (mode === 'quorum' && arrived + open < wanted) return 'fail';
  if (late) return mode === 'best_effort' && arrived > 0 ? 'run' : 'fail';
  if (open > 0) return 'wait';
  return arrived >= wanted ? 'run' : 'fail';
}
