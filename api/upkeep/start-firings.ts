import type { FiringCursor } from '../../db/repositories/triggers/firings.ts';
import type { Services } from '../services.ts';
import { eachRow } from './each-row.ts';
import type { OnRowError } from './each-row.ts';
import { startFiring } from '../triggers/start-firing.ts';

const pageSize = 200;
/** Many schedules can be set for the same time. */
const atOnce = 4;
/** What another process is at, and what could not be looked at, is looked at again after this time. */
const againMs = 1_000;

/**
 * Starts the runs of all firings whose time has come: of schedules, of what came while something was away or before a process
 * died, and of what waited for another run.
 * @returns in how many milliseconds there is more to do; undefined where only something new makes it so.
 */
export async function startFirings(
  services: Services,
  onError: OnRowError,
): Promise<number | undefined> {
  const { firings } = services;
  const now = new Date();
  let isAnyLeft = false;
  await eachRow({
    page: (after: FiringCursor | undefined) => firings.due(now, { after, limit: pageSize }),
    async work({ id }) {
      // Another process may have started it since the page was read.
      const firing = await firings.get(id);
      if (firing?.status !== 'pending') return;
      if (!(await startFiring(services, firing))) isAnyLeft = true;
    },
    onError(error, id) {
      isAnyLeft = true;
      onError(error, id);
    },
    atOnce,
    // Those of one trigger can wait for each other.
    laneOf: ({ trigger }) => trigger,
  });
  const next = await firings.nextDue(now);
  const dueMs = next && Math.max(0, next.getTime() - Date.now());
  return isAnyLeft ? Math.min(againMs, dueMs ?? againMs) : dueMs;
}
