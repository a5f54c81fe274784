import { nodePorts, portOfFailed } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeStatus } from '../../../contracts/runs/run.ts';
import { fails } from './random-pipelines.ts';
import type { Planned } from './random-pipelines.ts';

/**
 * How a node ends by the rules of the documents, whatever ran beside it; `pending` where it never comes to that. Several
 * statuses where it depends on which of the nodes of its pipeline fails first.
 */
export type Expected = { statuses: NodeStatus[]; port?: string; unjoined?: boolean };

/** What a run comes to: each node by itself, in the order of the document, without time. */
export function referenceRun({ nodes, edges, endings, children }: Planned): Map<string, Expected> {
  const ended = new Map<string, Expected>();
  for (const node of nodes) {
    const { id, kind, onError = 'fail' } = node;
    const into = edges.filter(({ to }) => to === id);
    const branches = into.map(({ from, port }) => {
      const source = ended.get(from)!;
      const leaves = port ?? nodePorts[nodes.find((one) => one.id === from)!.kind][0];
      const isOpen = source.port === undefined && !source.statuses.includes('skipped');
      return { isOpen, taken: source.port === leaves, source };
    });
    const arrived = branches.filter(({ taken, source }) => taken && !source.unjoined).length;
    const failed = branches.filter(({ taken, source }) => taken && source.unjoined).length;
    const open = branches.filter(({ isOpen }) => isOpen).length;
    ended.set(id, outcome());

    function outcome(): Expected {
      if (into.length === 0) return end(planned());
      if (node.kind !== 'join') {
        if (open > 0) return { statuses: ['pending'] };
        return arrived + failed > 0 ? end(planned()) : { statuses: ['skipped'] };
      }
      const { mode = 'all', quorum = 1 } = node;
      const wanted = mode === 'quorum' ? quorum : 1;
      if ((mode === 'any' || mode === 'quorum') && arrived >= wanted) return end('done');
      // A quorum that is out of reach is not waited for, once a branch has come.
      const isLost = mode === 'quorum' && arrived + failed > 0 && arrived + open < wanted;
      if (open > 0 && !isLost) return { statuses: ['pending'] };
      if (arrived + failed === 0) return { statuses: ['skipped'] };
      return arrived >= wanted ? end('done') : end(fails);
    }

    /** As planned, or as the pipeline that it runs ends. */
    function planned(): string {
      if (!children.has(id)) return endings.get(id)!;
      return fatalOf().length > 0 ? fails : 'done';
    }

    function fatalOf(): Expected[] {
      const child = children.get(id);
      if (!child) return [];
      const inside = referenceRun(child);
      return fatalIn(child, inside).map((fatal) => inside.get(fatal)!);
    }

    function end(ending: string): Expected {
      if (ending !== fails) return { statuses: ['completed'], port: ending };
      const fatal = fatalOf().flatMap(({ statuses }) => statuses);
      const own = kind === 'approval' || kind === 'wait_for_event' ? 'timeout' : 'failed';
      const statuses = fatal.length > 0 ? [...new Set(fatal)] : [own as NodeStatus];
      // It ends the run, so that nothing follows from it.
      if (onError === 'fail') return { statuses };
      if (onError === 'port') return { statuses, port: 'error' };
      return { statuses, port: portOfFailed(kind), unjoined: true };
    }
  }
  return ended;
}

/** The nodes that end the run. */
export const fatalIn = ({ nodes }: Planned, expected: Map<string, Expected>): string[] =>
  nodes
    .filter(({ id, onError = 'fail' }) => {
      const { statuses } = expected.get(id)!;
      return onError === 'fail' && statuses.some((one) => one === 'failed' || one === 'timeout');
    })
    .map(({ id }) => id);
