import type { PipelineNode } from '../nodes/index.ts';
import { ownPorts, portOfFailed } from '../nodes/ports.ts';
import type { PipelineEdge } from '../pipeline.ts';

/**
 * A set of imagined runs, as bits: run number n is in it when bit n is set. Runs are numbered by the
 * ways in which their nodes end.
 */
export type RunSet = bigint;

/**
 * The runs that go on to their end, and by node those in which it ran, those where it has an output, and those that left it
 * through each port.
 */
export type PossibleRuns = {
  all: RunSet;
  ran: Map<string, RunSet>;
  hasOutput: Map<string, RunSet>;
  left: Map<string, (Taken & { port: string })[]>;
};

/** How a node can end: the port it leaves through, and whether it failed, so that it has no output. */
type Ending = { port: string; hasOutput: boolean; failed: boolean };

/** More runs than this are not imagined: a dozen decisions in one document. */
const maximumRuns = 4096;

function endingsOf(node: PipelineNode): Ending[] {
  const { kind, onError } = node;
  const endings = ownPorts(node).map((port) => ({ port, hasOutput: true, failed: false }));
  if (onError === 'port') return [...endings, { port: 'error', hasOutput: false, failed: false }];
  if (onError === 'fail') return endings;
  return [...endings, { port: portOfFailed(kind), hasOutput: false, failed: true }];
}

/** The runs in which a decision of `choices` ways that changes every `stride` runs goes the given way. */
function runsOfChoice(choice: number, choices: number, stride: number, count: number): RunSet {
  if (choices === 1) return (1n << BigInt(count)) - 1n;
  const bits = Array.from({ length: count }, (_, run) =>
    Math.floor(run / stride) % choices === choice ? '1' : '0',
  );
  return BigInt(`0b${bits.toReversed().join('')}`);
}

type PossibleEnding = Ending & { runs: RunSet };

/** By node, its endings with the runs that end so; undefined when there are too many runs. */
function numberRuns(
  nodes: PipelineNode[],
): { count: number; of: Map<string, PossibleEnding[]> } | undefined {
  const count = nodes.reduce((product, node) => product * endingsOf(node).length, 1);
  if (count > maximumRuns) return undefined;
  let stride = 1;
  const of = new Map<string, PossibleEnding[]>();
  for (const node of nodes) {
    const endings = endingsOf(node);
    const runs = endings.map((_, way) => runsOfChoice(way, endings.length, stride, count));
    of.set(
      node.id,
      endings.map((ending, way) => ({ ...ending, runs: runs[way]! })),
    );
    stride *= endings.length;
  }
  return { count, of };
}

const union = (sets: RunSet[]): RunSet => sets.reduce((all, set) => all | set, 0n);

/** The runs that are in at least `wanted` of the sets. */
function inAtLeast(wanted: number, sets: RunSet[], all: RunSet): RunSet {
  const reached = [all, ...Array.from({ length: wanted }, () => 0n)];
  for (const set of sets) {
    for (let number = wanted; number > 0; number -= 1) {
      reached[number]! |= reached[number - 1]! & set;
    }
  }
  return reached[wanted]!;
}

type Taken = { runs: RunSet; failed: boolean };

/** The runs in which a node starts, and those in which it is a join that too few branches reach. */
function startOf(
  node: PipelineNode,
  taken: Taken[],
  all: RunSet,
): { start: RunSet; unjoined: RunSet } {
  const any = union(taken.map(({ runs }) => runs));
  if (node.kind !== 'join') return { start: any, unjoined: 0n };
  const arrived = taken.filter(({ failed }) => !failed).map(({ runs }) => runs);
  const wanted = node.mode === 'quorum' ? (node.quorum ?? 1) : 1;
  const start = inAtLeast(wanted, arrived, all);
  return { start, unjoined: any & ~start };
}

/**
 * Every way in which a run can go on to its end, when each condition, approval and caught failure goes
 * either way independently. `order` is topological. Undefined when there are too many ways.
 */
export function possibleRuns(
  order: PipelineNode[],
  edgesInto: Map<string, PipelineEdge[]>,
): PossibleRuns | undefined {
  const numbered = numberRuns(order);
  if (!numbered) return undefined;
  const every: RunSet = (1n << BigInt(numbered.count)) - 1n;
  const runs: PossibleRuns = { all: every, ran: new Map(), hasOutput: new Map(), left: new Map() };
  const taken = ({ from, port }: PipelineEdge): Taken[] => {
    const ways = runs.left.get(from) ?? [];
    return ways.filter((way) => way.port === (port ?? ways[0]?.port));
  };
  for (const node of order) {
    const incoming = edgesInto.get(node.id) ?? [];
    const { start, unjoined } =
      incoming.length === 0
        ? { start: every, unjoined: 0n }
        : startOf(node, incoming.flatMap(taken), every);
    const endings = (numbered.of.get(node.id) ?? []).map((ending) => ({
      ...ending,
      runs: ending.runs & start,
    }));
    const withOutput = endings.filter(({ hasOutput }) => hasOutput);
    runs.ran.set(node.id, start);
    runs.hasOutput.set(node.id, union(withOutput.map((ending) => ending.runs)));
    if (node.onError === 'fail') runs.all &= ~unjoined;
    const failure = endings.find(({ hasOutput }) => !hasOutput);
    runs.left.set(node.id, failure ? [...endings, { ...failure, runs: unjoined }] : endings);
  }
  return runs;
}
