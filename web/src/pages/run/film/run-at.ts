import type {
  ApprovalView,
  ChildPipelineView,
  NodeView,
  RunView,
  StepView,
} from '../../../../../contracts/api/index.ts';
import { isWithin, joinPath, plainPath } from '../../../api/node-paths.ts';
import { lastUntil } from './film.ts';
import type { Film, FilmData, Timed } from './film.ts';

/** Kinds that do nothing themselves while they are open. */
const waitingKinds = new Set(['approval', 'wait_for_event']);

/**
 * A run as it was at a time: what had not begun is pending, what had not ended goes on, and of what came later nothing is
 * known. From the end of the run on it is as it is. What did not change is the same object as in the film.
 * @param time in milliseconds since the epoch
 */
export function runAt(film: Film, time: number): FilmData {
  const { data, start, end } = film;
  if (time >= end) return data;
  const approvals = film.approvals
    .filter((approval) => approval.start <= time)
    .map((approval) => approvalAt(approval, time));
  const open = approvals
    .filter(({ status }) => status === 'pending')
    .map(({ nodePath }) => plainPath(nodePath));
  const nodesIn = (path: string) =>
    (film.nodes.get(path) ?? []).map((node) =>
      nodeAt(node, { time, isAsking: asksIn(joinPath(path, node.what.id), open) }),
    );
  const nodes = nodesIn('');
  const isWaiting = nodes.some(({ status }) => status === 'waiting');
  return {
    run: {
      ...headAt(data.run, film, time),
      status: time < start ? 'pending' : isWaiting ? 'waiting' : 'in_progress',
      nodes,
    },
    steps: stepsAt(film, time),
    approvals,
    children: new Map(
      [...data.children].map(([path, child]): [string, ChildPipelineView] => [
        path,
        { ...child, nodes: nodesIn(path) },
      ]),
    ),
  };
}

function asksIn(path: string, open: string[]): boolean {
  return open.some((asking) => isWithin(asking, plainPath(path)));
}

function nodeAt(
  { what, start, end }: Timed<NodeView>,
  { time, isAsking }: { time: number; isAsking: boolean },
): NodeView {
  if (time >= end) return what;
  const { id, kind, parts, startedAt } = what;
  // How many there were to be is no secret: one looks at the same of them at every moment.
  const same = { id, kind, ...(parts && { parts }) };
  if (time < start) return { ...same, status: 'pending', startedAt: null, endedAt: null };
  const status = isAsking || waitingKinds.has(kind) ? 'waiting' : 'running';
  return { ...same, status, startedAt, endedAt: null };
}

/** The steps that had begun, found by halving. */
function stepsAt({ steps, begun }: Film, time: number): StepView[] {
  const count = lastUntil(time, steps.length, (index) => steps[index]!.start) + 1;
  const found: StepView[] = [];
  for (let index = 0; index < count; index += 1) {
    const step = steps[index]!;
    found.push(step.end <= time ? step.what : begun[index]!);
  }
  return found;
}

function approvalAt({ what, end }: Timed<ApprovalView>, time: number): ApprovalView {
  if (time >= end) return what;
  const voices = what.voices.filter(({ at }) => Date.parse(at) <= time);
  return {
    ...what,
    status: 'pending',
    decision: null,
    voices,
    approvedBy: what.approvedBy.filter((name) => voices.some(({ by }) => by === name)),
    refusals: what.refusals.filter(({ at }) => Date.parse(at) <= time),
  };
}

/** A run without what was not known of it yet. */
function headAt(run: RunView, film: Film, time: number): RunView {
  const isKnown = ({ at }: { at: string }) => Date.parse(at) <= time;
  const later = new Set(film.steps.filter(({ end }) => end > time).map(({ what }) => what.key));
  const goesOn = ({ key }: RunView['effects'][number]) => later.has(key);
  return {
    ...run,
    output: null,
    error: null,
    partial: null,
    outcome: null,
    cancel: null,
    notice: null,
    budget: null,
    endedAt: null,
    interrupted: [],
    failovers: run.failovers.filter(isKnown),
    effects: run.effects
      .filter(isKnown)
      .map((effect) => (goesOn(effect) ? { ...effect, state: 'open', text: null } : effect)),
  };
}
