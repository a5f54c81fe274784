import type { NodeView, RunView } from '../../contracts/api/index.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { OpenWait } from '../../db/repositories/triggers/event-waits.ts';
import type { Services } from '../services.ts';
import { TemporalUnavailable } from '../temporal/index.ts';
import { Problem } from '../base/problem.ts';
import { shownEffects } from './run-effects.ts';
import { recordedNodes } from './recorded-nodes.ts';
import { runCosts } from './run-costs.ts';
import { settleRun } from './settle-run.ts';
import { awaitedBy, summarizeRun } from './summarize-run.ts';
import { unansweredIn } from '../../contracts/runs/failovers.ts';

const instantOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString();

/** A run with everything; while it goes on, its nodes come from its workflow. */
export async function viewRun(services: Services, row: RunRow): Promise<RunView> {
  return viewState(services, await currentState(services, row));
}

/** A run that was just stored; `started` says whether Temporal has taken it. */
export async function viewNewRun(
  services: Services,
  run: RunRow,
  { started }: { started: boolean },
): Promise<RunView> {
  const nodes = run.nodes ?? (await recordedNodes(services, run));
  return viewState(services, { nodes, stale: !started, run });
}

type State = { nodes: NodeState[]; stale: boolean; run: RunRow };

async function viewState(services: Services, { nodes, stale, run }: State): Promise<RunView> {
  const [usage, output, costs, failovers, retriedAs, effects, awaited] = await Promise.all([
    services.steps.usage(run.id),
    services.artifacts.resolve(run.output),
    runCosts(services, run),
    failoversOf(services, run.id),
    services.runs.retriesOf(run.id),
    shownEffects(services, run),
    awaitedBy(services, [run]),
  ]);
  const waits = awaited.events.get(run.id);
  const isAsked = waits !== undefined && (await hasOpenApproval(services, run));
  return {
    ...summarizeRun(run, services.links, awaited),
    retriedAs,
    output,
    partial: run.partial,
    ...costs,
    usage,
    nodes: nodes.map(viewNode),
    document: run.compiled.pipeline,
    failovers,
    effects,
    interrupted: interruptedAgents(run),
    stale,
    notice: noticeOf(run, stale, { waits, isAsked }),
  };
}

async function currentState(services: Services, run: RunRow): Promise<State> {
  if (hasEnded(run.status)) {
    return { nodes: run.nodes ?? (await recordedNodes(services, run)), stale: false, run };
  }
  const state = await askWorkflow(services, run);
  // It may have ended while its workflow was asked: then the record has the final word.
  const latest = (await services.runs.get(run.id)) ?? run;
  if (hasEnded(latest.status)) return currentState(services, latest);
  return state
    ? { nodes: state.nodes, stale: false, run: latest }
    : { nodes: await recordedNodes(services, latest), stale: true, run: latest };
}

/** What the workflow says; undefined when nobody answers, or when it is over and the record is ended. */
async function askWorkflow(services: Services, { id }: RunRow) {
  try {
    const execution = await services.temporal.execution(id);
    if (await settleRun(services, id, execution)) return undefined;
    return execution && (await services.temporal.state(id));
  } catch (error) {
    if (error instanceof TemporalUnavailable) return undefined;
    // Its end is recorded later, with its side effects.
    if (error instanceof Problem && error.kind === 'unavailable') return undefined;
    throw error;
  }
}

/** The state of a node with its times as text. */
export function viewNode({ startedAt, endedAt, ...node }: NodeState): NodeView {
  return { ...node, startedAt: instantOf(startedAt), endedAt: instantOf(endedAt) };
}

function waitText({ event, from }: OpenWait): string {
  const who = from ? ` (from ${from.join(' or ')})` : '';
  const body = JSON.stringify({ name: event, data: {} });
  return `The run waits for the event ${event}${who}. Send it with npx baton event send ${event} --data '{}', or POST /api/v1/events with ${body}.`;
}

function interruptedAgents({ interrupted }: RunRow): RunView['interrupted'] {
  return Object.entries(interrupted).map(([nodePath, entry]) => ({ nodePath, ...entry }));
}

async function hasOpenApproval({ approvals }: Services, { id: runId }: RunRow): Promise<boolean> {
  return (await approvals.list({ runId, status: 'pending', limit: 1 })).length > 0;
}

const approvalText = 'The run waits for an approval. See its pending approvals.';

function noticeOf(
  run: RunRow,
  stale: boolean,
  { waits = [], isAsked }: { waits?: OpenWait[] | undefined; isAsked: boolean },
): string | null {
  const { status } = run;
  const [agent] = interruptedAgents(run);
  if (agent) {
    const reason = agent.reason ? `: ${agent.reason}` : '';
    return `${agent.nodePath} was interrupted by ${agent.by}${reason}. Resume it with POST /api/v1/runs/${run.id}/resume.`;
  }
  const [wait] = waits;
  if (status === 'waiting' && wait) {
    return isAsked ? `${waitText(wait)} ${approvalText}` : waitText(wait);
  }
  if (status === 'waiting') return approvalText;
  if (run.prunedAt) {
    const day = run.prunedAt.toISOString().slice(0, 10);
    return `Steps, conversations and artifacts of this run were deleted on ${day} to make room.`;
  }
  if (!stale) return null;
  return status === 'pending'
    ? 'The run is stored and starts when Temporal and a worker are available.'
    : 'No worker responds now. The run continues when one is back.';
}

/** The models of a run that did not answer, each with the one that its call went on with. */
async function failoversOf(
  { steps }: Pick<Services, 'steps'>,
  runId: string,
): Promise<RunView['failovers']> {
  const found = await steps.ofSeveralModels(runId);
  return found.flatMap(({ nodePath, step, attempts, startedAt }) =>
    unansweredIn(attempts ?? []).flatMap(({ to, ...unanswered }) =>
      to === null ? [] : [{ nodePath, step, ...unanswered, to, at: startedAt.toISOString() }],
    ),
  );
}
