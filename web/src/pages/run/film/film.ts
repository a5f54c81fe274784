import type {
  ApprovalView,
  ChildPipelineView,
  NodeView,
  RunView,
  StepView,
} from '../../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { joinPath } from '../../../api/node-paths.ts';
import { skippedAt } from './skipped-at.ts';

/** Something with its times in milliseconds since the epoch; what goes on still has no end but Infinity. */
export type Timed<What> = { what: What; start: number; end: number };

/** What the page of a run has of it. */
export type FilmData = {
  run: RunView;
  steps: StepView[];
  approvals: ApprovalView[];
  children: Map<string, ChildPipelineView>;
};

/** A run with all its times worked out once, so that it can be looked at as it was at any of them. */
export type Film = {
  data: FilmData;
  start: number;
  /** Infinity while it goes on. */
  end: number;
  /** When anything changed, in order, each once. */
  moments: number[];
  /** In the order in which they began. */
  steps: Timed<StepView>[];
  /** The same steps as they were while they went on. */
  begun: StepView[];
  /** By the path of their pipeline. */
  nodes: Map<string, Timed<NodeView>[]>;
  approvals: Timed<ApprovalView>[];
};

/** Works out all times of a run from what its page has. */
export function filmOf(data: FilmData): Film {
  const { run, children } = data;
  const start = Date.parse(run.startedAt ?? run.createdAt);
  const end = timeOf(run.endedAt, Infinity);
  const steps = data.steps
    .map((what) => ({ what, start: Date.parse(what.startedAt), end: timeOf(what.endedAt, end) }))
    .toSorted((one, other) => one.start - other.start);
  const nodes = new Map([['', timedNodes(run, { start, end })]]);
  for (const child of children.values()) nodes.set(child.path, timedNodes(child, { start, end }));
  const approvals = data.approvals.map((what) => timedApproval(what, end));
  const all = [...steps, ...[...nodes.values()].flat(), ...approvals, { start, end }];
  const times = all.flatMap((timed) => [timed.start, timed.end]).filter(Number.isFinite);
  const moments = [...new Set(times)].toSorted((one, other) => one - other);
  return { data, start, end, moments, steps, begun: steps.map(begunStep), nodes, approvals };
}

/** A time of the API in milliseconds. */
function timeOf(instant: string | null, otherwise: number): number {
  return instant === null ? otherwise : Date.parse(instant);
}

/** A step while it went on: what came of it was not known. */
function begunStep({ what }: Timed<StepView>): StepView {
  return {
    ...what,
    status: 'running',
    output: null,
    error: null,
    attempts: null,
    inputTokens: null,
    outputTokens: null,
    cachedInputTokens: null,
    reasoningTokens: null,
    costUsd: null,
    endedAt: null,
  };
}

/** From when to when a node was at work; one that never was is as it is from the moment at which that was clear. */
function timedNodes(
  { document, nodes }: { document: Pipeline; nodes: NodeView[] },
  run: { start: number; end: number },
): Timed<NodeView>[] {
  const skipped = skippedAt(document, nodes);
  return nodes.map((what) => {
    if (what.keptFrom !== undefined) return { what, start: run.start, end: run.start };
    if (what.startedAt !== null) {
      return { what, start: Date.parse(what.startedAt), end: timeOf(what.endedAt, run.end) };
    }
    const at = skipped.get(what.id) ?? timeOf(what.endedAt, run.end);
    return { what, start: at, end: at };
  });
}

/** From when to when an approval was open. */
function timedApproval(what: ApprovalView, runEnd: number): Timed<ApprovalView> {
  const { status, decision, requestedAt, expiresAt } = what;
  const ends = {
    pending: Infinity,
    approved: runEnd,
    rejected: runEnd,
    withdrawn: runEnd,
    expired: Date.parse(expiresAt),
  } satisfies Record<ApprovalView['status'], number>;
  return {
    what,
    start: Date.parse(requestedAt),
    end: timeOf(decision?.at ?? null, ends[status]),
  };
}

/**
 * The number of the last of sorted times that is not after a time, found by halving; -1 where all are after it.
 * @param at the time with a number
 */
export function lastUntil(time: number, count: number, at: (index: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Every node of a film with its path from the run's root. */
export function nodesOf({ nodes }: Film): (Timed<NodeView> & { path: string })[] {
  return [...nodes].flatMap(([above, own]) =>
    own.map((node) => ({ ...node, path: joinPath(above, node.what.id) })),
  );
}
