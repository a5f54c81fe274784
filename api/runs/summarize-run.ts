import type { AwaitedEvent, RunSummary } from '../../contracts/api/index.ts';
import { waitOf } from '../../contracts/runs/step-wait.ts';
import { outcomeOf } from '../../contracts/runs/outcome.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { OpenStep } from '../../db/repositories/runs/step-queries.ts';
import type { OpenWait } from '../../db/repositories/triggers/event-waits.ts';
import type { Links } from '../base/links.ts';
import type { Services } from '../services.ts';

const instant = (time: Date | null) => time?.toISOString() ?? null;

/** What runs wait for that have not ended, by run: events, and the steps that go on. */
export type Waits = { events: Map<string, OpenWait[]>; steps: Map<string, OpenStep[]> };

/** A run as lists show it. */
export function summarizeRun(run: RunRow, links: Links, waits: Waits): RunSummary {
  return {
    id: run.id,
    kind: run.kind,
    agent: run.agent,
    pipeline: run.pipeline,
    title: run.title ?? run.compiled.pipeline.title ?? null,
    status: run.status,
    input: run.input,
    user: run.user,
    startedBy: run.startedBy,
    cause: run.cause,
    priority: run.priority,
    budget: run.budget,
    error: run.error,
    outcome: viewOutcome(run),
    cancel: run.cancel,
    waitsFor: (waits.events.get(run.id) ?? []).map(viewWait),
    queued: queuedIn(waits.steps.get(run.id) ?? []),
    retryOf: run.retryOf,
    triedNode: run.triedNode,
    createdAt: run.createdAt.toISOString(),
    // Until a model takes it on, a task is pending, though its workflow has begun.
    startedAt: run.status === 'pending' ? null : instant(run.startedAt),
    endedAt: instant(run.endedAt),
    workflowId: run.id,
    temporalUrl: links.temporal(run.id),
  };
}

function viewOutcome(run: RunRow): RunSummary['outcome'] {
  const outcome = outcomeOf(run);
  return outcome && { name: outcome.name, title: outcome.title, text: outcome.text };
}

/** The events that some runs wait for, and the steps of those that go on, which limits may hold up. */
export async function awaitedBy(
  { eventWaits, steps }: Pick<Services, 'eventWaits' | 'steps'>,
  runs: readonly Pick<RunRow, 'id' | 'status'>[],
): Promise<Waits> {
  const of = (...wanted: RunRow['status'][]) =>
    runs.flatMap(({ id, status }) => (wanted.includes(status) ? [id] : []));
  // Until its limits let the first call of a run through, the run is pending.
  const [events, open] = await Promise.all([
    eventWaits.openOf(of('waiting')),
    steps.running(of('pending', 'in_progress')),
  ]);
  return { events, steps: open };
}

/** The first of the steps that a limit holds up; null where none is, or another one is at work. */
function queuedIn(steps: OpenStep[]): RunSummary['queued'] {
  const waits = steps.map((step) => ({ ...step, wait: waitOf(step) }));
  const isAtWork = waits.some(({ wait }) => !wait);
  const held = waits.find(({ wait }) => wait?.behind !== undefined);
  if (isAtWork || !held?.wait) return null;
  const { reason, since, behind = null } = held.wait;
  return { nodePath: held.nodePath, reason, since, behind };
}

function viewWait({
  id,
  runId,
  event,
  when,
  from,
  until,
  problem,
  createdAt,
}: OpenWait): AwaitedEvent {
  const nodePath = id.slice(runId.length + 1);
  const since = createdAt.toISOString();
  return { nodePath, event, when, from, since, until: instant(until), problem };
}
