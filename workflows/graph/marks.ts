import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { NodeResult } from '../nodes/runner.ts';

/**
 * Whose content the nodes of a run rest on, where others wrote it. A mark is never taken off; what a person has approved
 * is kept apart from it, since side effects ask for that alone.
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
  /** What each node brought that nobody had approved. */
  const brought = new Map<string, Taint>();
  /** Of each approval, the nodes before it that had ended when it was asked for: what comes later nobody has seen. */
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
    // What a person approved in an earlier run was for that run.
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
    /** The mark of what a node can read: of the run's input, and of every node that leads to it. */
    before,
    /** Of that, what no person has approved since: no approval of this run that leads here, nor one above it. */
    unapprovedBefore: (id: string): string[] => (isMarked ? unapprovedOf(nodesBefore(id)) : []),
    /** The approvals that lead here and were given, by the ids of their nodes. */
    approvedBefore: (id: string): ReadonlySet<string> =>
      new Set([...states.keys()].some(isApproved) ? [...nodesBefore(id)].filter(isApproved) : []),
    /** Notes what there is to be seen when an approval is asked for: a join may go on before all that leads to it. */
    ask(id: string): void {
      seenBy.set(id, new Set([...nodesBefore(id)].filter((one) => brought.has(one))));
    },
    /** Takes over the mark of a node of an earlier run. */
    keep({ id, outside = [] }: NodeState): void {
      isMarked ||= outside.length > 0;
      brought.set(id, outside);
    },
    /** Puts the mark of a node that has ended on it. */
    add(state: NodeState, { outside, unapproved }: Omit<NodeResult, 'output' | 'port'>) {
      isMarked ||= (outside ?? []).length > 0;
      brought.set(state.id, unapproved ?? outside ?? []);
      Object.assign(state, markOf(joinTaints(outside, before(state.id))));
    },
    /** The marks of the whole run, as it is when it has ended. */
    ofRun: () => ({
      outside: joined(states.keys()),
      unapproved: unapprovedOf(new Set(states.keys())),
    }),
  };
}

export type Marks = ReturnType<typeof createMarks>;
