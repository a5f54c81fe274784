import type { FiringView, TriggerView } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { triggerText } from '../../contracts/pipelines/triggers/words.ts';
import type { FiringRow } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import type { Services } from '../services.ts';
import { TemporalUnavailable } from '../temporal/index.ts';

/** Triggers with what Temporal knows of their schedules, and the last time that each fired. */
export async function viewTriggers(
  services: Pick<Services, 'firings' | 'temporal' | 'links'>,
  rows: readonly TriggerRow[],
): Promise<TriggerView[]> {
  const last = await services.firings.lastOf(rows.map(({ id }) => id));
  return Promise.all(
    rows.map(async (row) => {
      const firing = last.get(row.id);
      const { next, missed, problem } = await scheduleOf(services, row);
      return {
        id: row.id,
        pipeline: row.pipeline,
        name: row.name,
        kind: row.kind,
        title: row.definition.title ?? null,
        text: triggerText(row.definition),
        definition: row.definition as JsonObject,
        user: row.user,
        publishedBy: row.publishedBy,
        paused: row.pausedAt && { at: row.pausedAt.toISOString(), by: row.pausedBy },
        problem: row.refusal ?? problem,
        url: row.kind === 'webhook' ? services.links.hook(row.id) : null,
        secretAt: row.secretAt?.toISOString() ?? null,
        next: next.map((time) => time.toISOString()),
        missed,
        last: firing ? viewFiring(firing) : null,
      };
    }),
  );
}

/** One firing of a trigger. */
export function viewFiring(row: FiringRow): FiringView {
  const { id, trigger, kind, by, event, status, reason, failures, runId } = row;
  const isRetried = status === 'pending' && failures > 0;
  return {
    id,
    trigger,
    kind,
    at: row.at.toISOString(),
    by,
    event,
    status,
    reason,
    failures,
    retryAt: isRetried ? row.dueAt.toISOString() : null,
    runId,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

type OfSchedule = { next: Date[]; missed: number; problem: string | null };

const noSecret = 'It cannot be called until it has a secret. Create one.';
const unknown = { next: [], missed: 0 };

async function scheduleOf(
  { temporal }: Pick<Services, 'temporal'>,
  { id, kind, secretAt, pausedAt }: TriggerRow,
): Promise<OfSchedule> {
  if (kind !== 'schedule') {
    const lacksSecret = kind === 'webhook' && secretAt === null && pausedAt === null;
    return { ...unknown, problem: lacksSecret ? noSecret : null };
  }
  try {
    const state = await temporal.scheduleState(id);
    if (state) return { ...state, problem: null };
    return { ...unknown, problem: 'Temporal does not have the schedule yet.' };
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    return {
      ...unknown,
      problem: 'Temporal does not respond. The schedule fires again when Temporal is back.',
    };
  }
}
