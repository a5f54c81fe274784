import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { endStatuses, hasEnded } from '../../../contracts/runs/run.ts';
import type { RunStatus } from '../../../contracts/runs/run.ts';
import type { Database } from '../../open.ts';
import {
  approvals,
  deliveries,
  deliveryAttempts,
  notifications,
  runs,
} from '../../schema/index.ts';

/** What ran. */
type ToldRun = Pick<typeof runs.$inferSelect, 'kind' | 'pipeline' | 'agent' | 'title'>;
/** How the approval stands that a notification asks for. */
type AskedFor = Pick<typeof approvals.$inferSelect, 'status' | 'decidedBy'>;
export type NotificationRow = typeof notifications.$inferSelect & {
  run: ToldRun | null;
  approval: AskedFor | null;
};
export type DeliveryRow = typeof deliveries.$inferSelect;
export type DeliveryAttempt = typeof deliveryAttempts.$inferSelect;

/** Where a page of notifications ends: the time and id of its last one. */
export type NotificationCursor = { createdAt: Date; id: string };

/** Runs that ended as they should, or as a person wanted, need nobody, unless telling of it failed. */
const needsSomebody = or(
  isNull(notifications.status),
  notInArray(notifications.status, ['completed', 'cancelled']),
  sql`exists (select 1 from ${deliveries} where ${deliveries.notificationId} = ${notifications.id} and ${deliveries.status} = 'failed')`,
);

/** One transaction forgets so many, so that none lasts long. */
const mostPrunedAtOnce = 1_000;

/** Reads the notifications, and marks them as read. */
export function notificationRepository(db: Database) {
  const told = () =>
    db
      .select({
        ...getTableColumns(notifications),
        run: {
          kind: runs.kind,
          pipeline: runs.pipeline,
          agent: runs.agent,
          title: runs.title,
        },
        approval: { status: approvals.status, decidedBy: approvals.decidedBy },
      })
      .from(notifications)
      .leftJoin(runs, eq(notifications.runId, runs.id))
      .leftJoin(
        approvals,
        and(
          eq(notifications.kind, 'run-waiting'),
          // As `approvalOf` reads it.
          eq(approvals.id, sql`split_part(${notifications.id}, '~', 1)`),
        ),
      );
  const unreadOf = (user: string | undefined) =>
    and(
      isNull(notifications.readAt),
      user === undefined ? undefined : eq(notifications.user, user),
    );

  return {
    /** Newest first. */
    async list(filter: {
      user?: string;
      unread?: boolean | undefined;
      /** Only failures, decisions to make and alerts. */
      attention?: boolean | undefined;
      after?: NotificationCursor;
      limit: number;
    }): Promise<NotificationRow[]> {
      const { user, unread, attention, after, limit } = filter;
      return told()
        .where(
          and(
            user === undefined ? undefined : eq(notifications.user, user),
            unread ? isNull(notifications.readAt) : undefined,
            attention ? needsSomebody : undefined,
            after &&
              or(
                lt(notifications.createdAt, after.createdAt),
                and(eq(notifications.createdAt, after.createdAt), lt(notifications.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(limit);
    },

    async countUnread({
      user,
      attention,
    }: {
      user?: string | undefined;
      attention?: boolean | undefined;
    }): Promise<number> {
      const [row] = await db
        .select({ unread: count() })
        .from(notifications)
        .where(and(unreadOf(user), attention ? needsSomebody : undefined));
      return row?.unread ?? 0;
    },

    async get(id: string): Promise<NotificationRow | undefined> {
      const [row] = await told().where(eq(notifications.id, id));
      return row;
    },

    /** The notification as it is then; undefined where there is none. */
    async markRead(id: string): Promise<NotificationRow | undefined> {
      await db
        .update(notifications)
        .set({ readAt: new Date() })
        .where(and(eq(notifications.id, id), isNull(notifications.readAt)));
      const [row] = await told().where(eq(notifications.id, id));
      return row;
    },

    /**
     * Marks what a user, or anyone, has not read; gives how many there were.
     * @param only.ids only these.
     * @param only.run only those of a run that was seen with a status: before its end, that is not read.
     */
    async markAllRead(
      user?: string,
      {
        ids,
        run,
      }: {
        ids?: readonly string[] | undefined;
        run?: { id: string; status: RunStatus } | undefined;
      } = {},
    ): Promise<number> {
      const read = await db
        .update(notifications)
        .set({ readAt: new Date() })
        .where(
          and(
            unreadOf(user),
            ids && inArray(notifications.id, [...ids]),
            run && eq(notifications.runId, run.id),
            run && !hasEnded(run.status)
              ? notInArray(notifications.status, [...endStatuses])
              : undefined,
          ),
        )
        .returning({ id: notifications.id });
      return read.length;
    },

    /** Forgets the notifications from before a time, with how they left Baton; gives how many there were. */
    async prune(before: Date): Promise<number> {
      let gone = 0;
      for (;;) {
        const oldest = db
          .select({ id: notifications.id })
          .from(notifications)
          .where(lt(notifications.createdAt, before))
          .limit(mostPrunedAtOnce);
        const rows = await db
          .delete(notifications)
          .where(inArray(notifications.id, oldest))
          .returning({ id: notifications.id });
        gone += rows.length;
        if (rows.length < mostPrunedAtOnce) return gone;
      }
    },

    /** How notifications left Baton, with each try, by notification. */
    async deliveriesOf(
      ids: string[],
    ): Promise<Map<string, (DeliveryRow & { attempts: DeliveryAttempt[] })[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select()
        .from(deliveries)
        .where(inArray(deliveries.notificationId, ids))
        .orderBy(deliveries.id);
      const tries = await db
        .select()
        .from(deliveryAttempts)
        .where(
          inArray(
            deliveryAttempts.deliveryId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(deliveryAttempts.attempt);
      const triesOf = Map.groupBy(tries, ({ deliveryId }) => deliveryId);
      return Map.groupBy(
        rows.map((row) => ({ ...row, attempts: triesOf.get(row.id) ?? [] })),
        ({ notificationId }) => notificationId,
      );
    },
  };
}
