import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { NodeResult } from '../nodes/runner.ts';

/**
 * The taint of the nodes of a run: the sources of untrusted content that each node depends on. Taint is never
 * removed. Approvals are tracked separately, because only side effects need them.
 */
export function createMarks({
  run,
  pipeline,
  states,
}: {
  run: Pick<RunPipelineInput, 'outside' | 'unapproved'>;
  pipeline: Pick<Pipeline, 'edges'>;
  states: ReadonlyMap<string, NodeState>;
}) {
  /** The untrusted sources of each node that nobody had approved. */
  const brought = new Map<string, Taint>();
  /** For each approval, the nodes before it that had ended when it was requested; nobody has seen later ones. */
  const seenBy = new Map<string, ReadonlySet<string>>();
  let isMarked = (run.outside ?? []).length > 0;

  /** Every node that leads to one, however far before. */
  function nodesBefore(id: string): Set<string> {
    const before = new Set([id]);
    for (const at of before)
      for (const edge of pipeline.edges) if (edge.to === at) before.add(edge.from);
    before.delete(id);
    return before;
  }

  function isApproved(id: string): boolean {
    const { kind, status, port, keptFrom } = states.get(id) ?? {};
    // Approvals of an earlier run do not count for this one.
    if (keptFrom !== undefined) return false;
    return kind === 'approval' && status === 'completed' && port === 'approved';
  }

  function joined(nodes: Iterable<string>): string[] {
    return joinTaints(run.outside, ...[...nodes].map((id) => states.get(id)?.outside));
  }

  /** What none of the approved approvals among some nodes came after. */
  function unapprovedOf(nodes: ReadonlySet<string>): string[] {
    const approvals = [...nodes].filter(isApproved);
    const seen = new Set(approvals.flatMap((id) => [...(seenBy.get(id) ?? [])]));
    const left = [...nodes].filter((id) => !seen.has(id));
    const given = approvals.length > 0 ? [] : (run.unapproved ?? run.outside);
    return joinTaints(given, ...left.map((id) => brought.get(id)));
  }

  // Most runs bring nothing from outside: nothing is looked for then.
  const before = (id: string): string[] => (isMarked ? joined(nodesBefore(id)) : []);

  return {
    /** The taint of everything that a node can read: of the run's input, and of every node that leads to it. */
    before,
    /**
     * The part of that taint that no person has approved since, in an approval of this run that leads here or in one
     * above it.
     */
    unapprovedBefore: (id: string): string[] => (isMarked ? unapprovedOf(nodesBefore(id)) : []),
    /** The approvals that lead here and were given, by the ids of their nodes. */
    approvedBefore: (id: string): ReadonlySet<string> =>
      new Set([...states.keys()].some(isApproved) ? [...nodesBefore(id)].filter(isApproved) : []),
    /**
     * Records which nodes had ended when an approval was requested: a join may continue before all nodes that lead to
     * it have ended.
     */
    ask(id: string): void {
      seenBy.set(id, new Set([...nodesBefore(id)].filter((one) => brought.has(one))));
    },
    /** Takes over the taint of a node of an earlier run. */
    keep({ id, outside = [] }: NodeState): void {
      isMarked ||= outside.length > 0;
      brought.set(id, outside);
    },
    /** Sets the taint of a node that has ended. */
    add(state: NodeState, { outside, unapproved }: Omit<NodeResult, 'output' | 'port'>) {
      isMarked ||= (outside ?? []).length > 0;
      brought.set(state.id, unapproved ?? outside ?? []);
      Object.assign(state, markOf(joinTaints(outside, before(state.id))));
    },
    /** The taint of the whole run at its end. */
    ofRun: () => ({
      outside: joined(states.keys()),
      unapproved: unapprovedOf(new Set(states.keys())),
    }),
  };
}

export type Marks = ReturnType<typeof createMarks>;
