import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import type { Services } from '../services.ts';
import { StartRefused } from '../temporal/index.ts';
import { eachRow } from './each-row.ts';
import type { OnRowError } from './each-row.ts';

const pageSize = 200;
/** Temporal takes its time for each, and serves several as fast. */
const atOnce = 8;

type Needs = Pick<Services, 'triggers' | 'temporal'>;

/**
 * Has Temporal have the schedules as the documents and pauses are: what was written while it was away, or before a process died,
 * too. What it refuses is noted at the trigger.
 * @returns whether nothing is left.
 */
export async function tellSchedules(
  { triggers, temporal }: Needs,
  onError: OnRowError,
): Promise<boolean> {
  let isAnyLeft = false;
  const hadTheirTurn = await eachRow({
    page: (last: TriggerRow | undefined) =>
      triggers.untold({ ...(last && { after: last.id }), limit: pageSize }),
    async work(row) {
      await tell(row).catch((error: unknown) => {
        isAnyLeft = true;
        throw error;
      });
    },
    onError,
    atOnce,
  });
  return hadTheirTurn && !isAnyLeft;

  async function tell(row: TriggerRow): Promise<void> {
    const { id, definition, pausedAt, removedAt } = row;
    if (removedAt !== null || definition.kind !== 'schedule') {
      await temporal.removeSchedule(id);
      return triggers.noteTold(row);
    }
    try {
      await temporal.putSchedule({ id, definition, isPaused: pausedAt !== null });
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      return triggers.noteTold(row, `Temporal refuses the schedule: ${error.message}`);
    }
    return triggers.noteTold(row);
  }
}

/** Finds schedules that Temporal has lost, which it is told of again, and those that no trigger has any more. */
export async function checkSchedules({ triggers, temporal }: Needs): Promise<void> {
  const known = new Set(await temporal.scheduledTriggers());
  const wanted = new Set(await triggers.idsOf('schedule'));
  for (const id of wanted) if (!known.has(id)) await triggers.tellAgain(id);
  for (const id of known) if (!wanted.has(id)) await temporal.removeSchedule(id);
}
