import type { Services } from '../services.ts';
import { eachRow } from './each-row.ts';
import type { OnRowError } from './each-row.ts';

const pageSize = 200;
/** What could not be told is told again after this time. */
const againMs = 1_000;

/**
 * Tells the workflows that wait for events of those that have come, also of what came while Temporal was away or before a process
 * died. What it is they read from the records, so that being told twice does nothing.
 * @returns in how many milliseconds there is more to do; undefined where only something new makes it so.
 */
export async function deliverEvents(
  { eventWaits, temporal }: Pick<Services, 'eventWaits' | 'temporal'>,
  onError: OnRowError,
): Promise<number | undefined> {
  let isAnyLeft = false;
  const hadTheirTurn = await eachRow<{ id: string; workflowId: string }>({
    page: (after) => eventWaits.untold({ after: after?.id, limit: pageSize }),
    async work({ id, workflowId }) {
      try {
        await temporal.tellOfEvent(workflowId, { wait: id });
        await eventWaits.noteTold(id);
      } catch (error) {
        isAnyLeft = true;
        throw error;
      }
    },
    onError,
  });
  return hadTheirTurn && !isAnyLeft ? undefined : againMs;
}
