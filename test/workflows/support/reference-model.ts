import { nodePorts, portOfFailed } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeStatus } from '../../../contracts/runs/run.ts';
import { fails } from './random-pipelines.ts';
import type { Planned } from './random-pipelines.ts';

/** How a node ends by the rules of the documents, whatever ran beside it; `pending` where it never comes to that. */
export type Expected = { status: NodeStatus; port?: string; unjoined?: boolean };

/** What a run comes to: each node by itself, in the order of the document, without time. */
export function referenceRun({ nodes, edges, endings }: Planned): Map<string, Expected> {
  const ended = new Map<string, Expected>();
  for (const node of nodes) {
    const { id, kind, onError = 'fail' } = node;
    const into = edges.filter(({ to }) => to === id);
    const branches = into.map(({ from, port }) => {
      const source = ended.get(from)!;
      const leaves = port ?? nodePorts[nodes.find((one) => one.id === from)!.kind][0];
      const isOpen = source.port === undefined && source.status !== 'skipped';
      return { isOpen, taken: source.port === leaves, source };
    });
    const arrived = branches.filter(({ taken, source }) => taken && !source.unjoined).length;
    const failed = branches.filter(({ taken, source }) => taken && source.unjoined).length;
    const open = branches.filter(({ isOpen }) => isOpen).length;
    ended.set(id, outcome());

    function outcome(): Expected {
      if (into.length === 0) return end(endings.get(id)!);
      if (node.kind !== 'join') {
        if (open > 0) return { status: 'pending' };
        return arrived + failed > 0 ? end(endings.get(id)!) : { status: 'skipped' };
      }
      const { mode = 'all', quorum = 1 } = node;
      const wanted = mode === 'quorum' ? quorum : 1;
      if ((mode === 'any' || mode === 'quorum') && arrived >= wanted) return end('done');
      // A quorum that is out of reach is not waited for, once a branch has come.
      const isLost = mode === 'quorum' && arrived + failed > 0 && arrived + open < wanted;
      if (open > 0 && !isLost) return { status: 'pending' };
      if (arrived + failed === 0) return { status: 'skipped' };
      return arrived >= wanted ? end('done') : end(fails);
    }

    function end(ending: string): Expected {
      if (ending !== fails) return { status: 'completed', port: ending };
      const status = kind === 'approval' || kind === 'wait_for_event' ? 'timeout' : 'failed';
      // It ends the run, so that nothing follows from it.
      if (onError === 'fail') return { status };
      if (onError === 'port') return { status, port: 'error' };
      return { status, port: portOfFailed(kind), unjoined: true };
    }
  }
  return ended;
}

/** The nodes that end the run. */
export const fatalIn = ({ nodes }: Planned, expected: Map<string, Expected>): string[] =>
  nodes
    .filter(({ id, onError = 'fail' }) => {
      const { status } = expected.get(id)!;
      return onError === 'fail' && (status === 'failed' || status === 'timeout');
    })
    .map(({ id }) => id);
