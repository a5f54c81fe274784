import type { PipelineNode } from '../nodes/index.ts';
import { nodePorts } from '../nodes/ports.ts';
import type { PipelineEdge } from '../pipeline.ts';

/** How a node can end: the port it leaves through, and whether it failed, so that it has no output. */
type Ending = { port: string; hasOutput: boolean; failed: boolean };

/** How one imagined run went: which nodes ran, and which of them have an output. */
export type PossibleRun = { ran: Set<string>; hasOutput: Set<string> };

/** More runs than this are not imagined: a dozen decisions in one document. */
const maximumRuns = 4096;

function endingsOf({ kind, onError }: PipelineNode): Ending[] {
  const [first] = nodePorts[kind];
  const endings = nodePorts[kind].map((port) => ({ port, hasOutput: true, failed: false }));
  if (onError === 'port') return [...endings, { port: 'error', hasOutput: false, failed: false }];
  if (onError === 'continue') return [...endings, { port: first, hasOutput: false, failed: true }];
  return endings;
}

/** Every way to pick one ending for each node; undefined when there are too many. */
function combinations(nodes: PipelineNode[]): Map<string, Ending>[] | undefined {
  let picked: Map<string, Ending>[] = [new Map()];
  for (const node of nodes) {
    const endings = endingsOf(node);
    if (picked.length * endings.length > maximumRuns) return undefined;
    picked = picked.flatMap((so) => endings.map((ending) => new Map(so).set(node.id, ending)));
  }
  return picked;
}

type Start = 'run' | 'skip' | 'end of run';

function startOf(node: PipelineNode, incoming: number, arrived: number, failed: number): Start {
  if (incoming === 0) return 'run';
  if (arrived + failed === 0) return 'skip';
  if (node.kind !== 'join') return 'run';
  const wanted = node.mode === 'quorum' ? (node.quorum ?? 1) : 1;
  return arrived >= wanted ? 'run' : 'end of run';
}

type Flow = { order: PipelineNode[]; edgesInto: Map<string, PipelineEdge[]> };

/** A run in which nodes end as picked; undefined when a join fails in it, which ends the run. */
function imagine({ order, edgesInto }: Flow, endings: Map<string, Ending>) {
  const run: PossibleRun = { ran: new Set(), hasOutput: new Set() };
  const kinds = new Map(order.map(({ id, kind }) => [id, kind]));
  const leaves = (from: string, port: string | undefined): Ending | undefined => {
    const ending = run.ran.has(from) ? endings.get(from) : undefined;
    const wanted = port ?? nodePorts[kinds.get(from) ?? 'transform'][0];
    return ending?.port === wanted ? ending : undefined;
  };
  for (const node of order) {
    const incoming = edgesInto.get(node.id) ?? [];
    const taken = incoming.flatMap(({ from, port }) => leaves(from, port) ?? []);
    const failed = taken.filter((ending) => ending.failed).length;
    const start = startOf(node, incoming.length, taken.length - failed, failed);
    if (start === 'end of run') return undefined;
    if (start === 'skip') continue;
    run.ran.add(node.id);
    if (endings.get(node.id)?.hasOutput) run.hasOutput.add(node.id);
  }
  return run;
}

/**
 * Every way in which a run can go on to its end, when each condition, approval and caught failure goes
 * either way independently. `order` is topological. Undefined when there are too many ways.
 */
export function possibleRuns(flow: Flow): PossibleRun[] | undefined {
  return combinations(flow.order)?.flatMap((endings) => imagine(flow, endings) ?? []);
}
