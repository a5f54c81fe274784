import { eachRow } from './each-row.ts';
import type { OnRowError } from './each-row.ts';
import type { Services } from '../services.ts';

/** A delivery that is pending after this time is started again: Temporal may have lost its activity. */
const heardOfMs = 10 * 60_000;
const pageSize = 100;

/**
 * Starts the activities of deliveries that have none: what was written while Temporal was away, or before a process
 * died. The activity has the delivery's id, so that several processes start one. One that cannot be started is told and
 * does not hold up the others.
 * @param options.now in milliseconds since 1970.
 */
export async function sendDeliveries(
  { deliveries, activities }: Pick<Services, 'deliveries' | 'activities'>,
  { now = Date.now(), onError }: { now?: number; onError: OnRowError },
): Promise<void> {
  const { signal } = new AbortController();
  await eachRow({
    page: (after) =>
      deliveries.unstarted(new Date(now - heardOfMs), {
        limit: pageSize,
        ...(after && { after }),
      }),
    async work({ id, user }: { id: string; createdAt: Date; user: string }) {
      await activities.startDelivery({ deliveryId: id, user }, signal);
      await deliveries.noteStarted(id);
    },
    onError,
  });
}
