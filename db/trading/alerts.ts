import { and, asc, desc, eq, gte, inArray } from 'drizzle-orm';
import type { AlertStatus } from '../../contracts/trading/alerts.ts';
import type { Database } from '../open.ts';
import { alerts } from '../schema/index.ts';
import { whileShowing } from '../sealing.ts';
import { announce } from '../repositories/notifications/outbox.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type NewAlert = Pick<
  typeof alerts.$inferInsert,
  'id' | 'user' | 'runId' | 'symbol' | 'comparison' | 'price' | 'note'
>;

/** Reads and writes price alerts. */
export function alertRepository(db: Database) {
  const get = async (id: string): Promise<AlertRow | undefined> => {
    const [row] = await db.select().from(alerts).where(eq(alerts.id, id));
    return row;
  };

  return {
    get,

    /** Stores an alert. An existing alert with this id stays unchanged. */
    async create(alert: NewAlert): Promise<AlertRow> {
      await db.insert(alerts).values(alert).onConflictDoNothing();
      return (await get(alert.id))!;
    },

    /** Alerts of a user, or of all users, newest first. */
    async list(filter: {
      user?: string | undefined;
      status?: AlertStatus | undefined;
      /** Only alerts on any of these symbols. */
      symbols?: readonly string[] | undefined;
      limit: number;
    }): Promise<AlertRow[]> {
      const { user, status, symbols, limit } = filter;
      return db
        .select()
        .from(alerts)
        .where(
          and(
            user === undefined ? undefined : eq(alerts.user, user),
            status === undefined ? undefined : eq(alerts.status, status),
            symbols === undefined ? undefined : inArray(alerts.symbol, [...symbols]),
          ),
        )
        .orderBy(desc(alerts.createdAt), desc(alerts.id))
        .limit(limit);
    },

    /** Deletes an alert. @returns the deleted alert; undefined if there was none. */
    async remove(filter: { id: string; user?: string | undefined }): Promise<AlertRow | undefined> {
      const { id, user } = filter;
      const [row] = await db
        .delete(alerts)
        .where(and(eq(alerts.id, id), user === undefined ? undefined : eq(alerts.user, user)))
        .returning();
      return row;
    },

    /** Active alerts, by symbol. */
    async listActive(): Promise<AlertRow[]> {
      return whileShowing(() =>
        db
          .select()
          .from(alerts)
          .where(eq(alerts.status, 'active'))
          .orderBy(asc(alerts.symbol), asc(alerts.createdAt))
          .execute(),
      );
    },

    /** Alerts of a user that have fired since a time, earliest first. */
    async firedSince(user: string, since: Date): Promise<(AlertRow & { firedAt: Date })[]> {
      const isWanted = and(
        eq(alerts.user, user),
        eq(alerts.status, 'fired'),
        gte(alerts.firedAt, since),
      );
      const rows = await whileShowing(() =>
        db
          .select()
          .from(alerts)
          .where(isWanted)
          .orderBy(asc(alerts.firedAt), asc(alerts.id))
          .execute(),
      );
      return rows.flatMap((row) => (row.firedAt ? [{ ...row, firedAt: row.firedAt }] : []));
    },

    /** Stores up to when the market was checked, and its last price. */
    async noteSeen(id: string, seen: { watchFrom: Date; lastPrice: string }): Promise<void> {
      await db
        .update(alerts)
        .set(seen)
        .where(and(eq(alerts.id, id), eq(alerts.status, 'active')));
    },

    /** Fires an alert and notifies its user, in one transaction. @returns false if it was not active any more. */
    async fire(
      id: string,
      { price, marketTime, text }: { price: string; marketTime: Date; text: string },
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [fired] = await whileShowing(() =>
          tx
            .update(alerts)
            .set({
              status: 'fired',
              firedAt: new Date(),
              firedPrice: price,
              firedMarketTime: marketTime,
            })
            .where(and(eq(alerts.id, id), eq(alerts.status, 'active')))
            .returning()
            .execute(),
        );
        if (!fired) return false;
        await announce(tx, {
          id: `${id}~fired`,
          run: { id: null, user: fired.user, notify: null },
          kind: 'alert-fired',
          title: text,
          text: fired.note ?? '',
        });
        return true;
      });
    },

    /** Marks an alert as failed, with the reason why it can never fire. */
    async fail(id: string, problem: string): Promise<void> {
      await db
        .update(alerts)
        .set({ status: 'failed', problem })
        .where(and(eq(alerts.id, id), eq(alerts.status, 'active')));
    },
  };
}

export type AlertRepository = ReturnType<typeof alertRepository>;
