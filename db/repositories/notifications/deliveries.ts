import { and, asc, eq, gt, isNull, lt, ne, or } from 'drizzle-orm';
import type { Priority } from '../../../contracts/models/messages.ts';
import type { Channel } from '../../../contracts/runs/notify.ts';
import type { Database } from '../../open.ts';
import { deliveries, deliveryAttempts, notifications, runs } from '../../schema/index.ts';
import type { DeliveryRow } from './notifications.ts';

/** A delivery with what it says, and of which run, if of any. */
export type DeliveryToSend = {
  delivery: DeliveryRow;
  notification: typeof notifications.$inferSelect;
  run: { pipeline: string; priority: Priority } | null;
};

/** Where a page of deliveries ends: the time of the last one's notification, and its id. */
export type DeliveryCursor = { id: string; createdAt: Date };

/** The outbox: what is to be sent, and how each try went. */
export function deliveryRepository(db: Database) {
  const isPending = (id: string) => and(eq(deliveries.id, id), eq(deliveries.status, 'pending'));

  return {
    /**
     * Deliveries whose activity was not started, or was last heard of before a time. Oldest first.
     * @param options.after where the page before ended.
     */
    async unstarted(
      heardOfBefore: Date,
      { after, limit }: { after?: DeliveryCursor; limit: number },
    ): Promise<(DeliveryCursor & { user: string })[]> {
      const { createdAt } = notifications;
      return db
        .select({ id: deliveries.id, createdAt, user: notifications.user })
        .from(deliveries)
        .innerJoin(notifications, eq(deliveries.notificationId, notifications.id))
        .where(
          and(
            eq(deliveries.status, 'pending'),
            or(isNull(deliveries.startedAt), lt(deliveries.startedAt, heardOfBefore)),
            after &&
              or(
                gt(createdAt, after.createdAt),
                and(eq(createdAt, after.createdAt), gt(deliveries.id, after.id)),
              ),
          ),
        )
        .orderBy(asc(createdAt), asc(deliveries.id))
        .limit(limit);
    },

    /**
     * Makes a delivery that has ended one that is still to be sent; its tries stay on record.
     * @returns the delivery as it is then; undefined where there is none, or where it has not ended.
     */
    async sendAgain(notificationId: string, channel: Channel): Promise<DeliveryRow | undefined> {
      const [row] = await db
        .update(deliveries)
        .set({ status: 'pending', startedAt: null, endedAt: null })
        .where(
          and(
            eq(deliveries.notificationId, notificationId),
            eq(deliveries.channel, channel),
            ne(deliveries.status, 'pending'),
          ),
        )
        .returning();
      return row;
    },

    /** Notes that Temporal has taken the activity of a delivery. */
    async noteStarted(id: string): Promise<void> {
      await db.update(deliveries).set({ startedAt: new Date() }).where(isPending(id));
    },

    async get(id: string): Promise<DeliveryToSend | undefined> {
      const [row] = await db
        .select({
          delivery: deliveries,
          notification: notifications,
          run: { pipeline: runs.pipeline, priority: runs.priority },
        })
        .from(deliveries)
        .innerJoin(notifications, eq(deliveries.notificationId, notifications.id))
        .leftJoin(runs, eq(notifications.runId, runs.id))
        .where(eq(deliveries.id, id));
      return row;
    },

    /** Notes that a try begins; gives its number, from 1. */
    async beginAttempt(deliveryId: string): Promise<number> {
      return db.transaction(async (tx) => {
        // One try after the other, so that each has a number of its own.
        await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).for('update');
        const earlier = await tx.$count(
          deliveryAttempts,
          eq(deliveryAttempts.deliveryId, deliveryId),
        );
        const attempt = earlier + 1;
        await tx.insert(deliveryAttempts).values({ deliveryId, attempt, startedAt: new Date() });
        return attempt;
      });
    },

    /** Notes how a try went; `status` ends the delivery with it. */
    async endAttempt(
      { id, attempt }: { id: string; attempt: number },
      end: { code: string | null; error: string | null; status?: 'delivered' | 'failed' },
    ): Promise<void> {
      const { status, ...outcome } = end;
      const endedAt = new Date();
      await db.transaction(async (tx) => {
        await tx
          .update(deliveryAttempts)
          .set({ ...outcome, endedAt })
          .where(and(eq(deliveryAttempts.deliveryId, id), eq(deliveryAttempts.attempt, attempt)));
        if (status) await tx.update(deliveries).set({ status, endedAt }).where(isPending(id));
      });
    },
  };
}

export type DeliveryRepository = ReturnType<typeof deliveryRepository>;
