import type { AwaitedEvent, RunSummary } from '../../contracts/api/index.ts';
import { outcomeOf } from '../../contracts/runs/outcome.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { OpenWait } from '../../db/repositories/triggers/event-waits.ts';
import type { Links } from '../base/links.ts';
import type { Services } from '../services.ts';

const instant = (time: Date | null) => time?.toISOString() ?? null;

/** A run as lists show it. */
export function summarizeRun(run: RunRow, links: Links, waits: OpenWait[] = []): RunSummary {
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
    waitsFor: waits.map(viewWait),
    retryOf: run.retryOf,
    triedNode: run.triedNode,
    createdAt: run.createdAt.toISOString(),
    startedAt: instant(run.startedAt),
    endedAt: instant(run.endedAt),
    workflowId: run.id,
    temporalUrl: links.temporal(run.id),
  };
}

function viewOutcome(run: RunRow): RunSummary['outcome'] {
  const outcome = outcomeOf(run);
  return outcome && { name: outcome.name, title: outcome.title, text: outcome.text };
}

/** The events that some runs wait for, by run. */
export async function awaitedBy(
  { eventWaits }: Pick<Services, 'eventWaits'>,
  runs: readonly Pick<RunRow, 'id' | 'status'>[],
): Promise<Map<string, OpenWait[]>> {
  return eventWaits.openOf(runs.flatMap(({ id, status }) => (status === 'waiting' ? [id] : [])));
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
