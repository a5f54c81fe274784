import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { healthAlerts, runs } from '../../schema/index.ts';
import { announce } from '../notifications/outbox.ts';
import { measure } from './measure.ts';
import { wordsOf } from './words-of.ts';

export type HealthAlertRow = typeof healthAlerts.$inferSelect;
export type NewHealthAlertRow = Pick<
  typeof healthAlerts.$inferInsert,
  'id' | 'user' | 'kind' | 'pipeline' | 'most' | 'lastRuns' | 'lastHours'
>;

/** What has happened that can set alerts off. */
type Occasion =
  | { endedRun: string }
  /** Calls that were paid for. */
  | 'paid';

/** Of a run; a task has none. */
const pipelineOf = ({ endedRun }: { endedRun: string }) =>
  sql`(select ${runs.pipeline} from ${runs} where ${runs.id} = ${endedRun} and ${runs.kind} = 'run')`;

/** The title that a pipeline had in its latest run. */
async function titleOf(tx: Database, pipeline: string | null): Promise<string | null> {
  if (pipeline === null) return null;
  const [latest] = await tx
    .select({ title: runs.title })
    .from(runs)
    .where(and(eq(runs.pipeline, pipeline), eq(runs.kind, 'run')))
    .orderBy(desc(runs.createdAt))
    .limit(1);
  return latest?.title ?? null;
}

/** Reads and writes what users want to be told of how runs go, and tells them. */
export function healthAlertRepository(db: Database) {
  /** Looks at one, and tells its user where it has just been crossed: both or neither. */
  async function look(id: string): Promise<void> {
    await db.transaction(async (tx) => {
      // One look after the other, so that each crossing is seen once.
      const [alert] = await tx
        .select()
        .from(healthAlerts)
        .where(eq(healthAlerts.id, id))
        .for('update');
      if (!alert) return;
      const now = new Date();
      const { value, before } = await measure(tx, alert, now);
      const most = Number(alert.most);
      const isAbove = value !== null && Number(value) > most;
      // Time alone may have brought it down since the last look.
      const wasAbove = alert.isAbove && before !== null && Number(before) > most;
      const isCrossed = isAbove && !wasAbove;
      const crossings = alert.crossings + (isCrossed ? 1 : 0);
      await tx
        .update(healthAlerts)
        .set({
          value,
          isAbove,
          crossings,
          checkedAt: now,
          ...(isCrossed && { crossedAt: now }),
        })
        .where(eq(healthAlerts.id, id));
      if (!isCrossed) return;
      await announce(tx, {
        id: `${id}~crossed~${crossings}`,
        run: { id: null, user: alert.user, notify: null },
        kind: 'health-alert',
        ...wordsOf({ ...alert, value }, await titleOf(tx, alert.pipeline)),
      });
    });
  }

  return {
    /** The newest first. */
    async list(user?: string): Promise<HealthAlertRow[]> {
      return db
        .select()
        .from(healthAlerts)
        .where(user === undefined ? undefined : eq(healthAlerts.user, user))
        .orderBy(desc(healthAlerts.createdAt), desc(healthAlerts.id));
    },

    async count(user: string): Promise<number> {
      return db.$count(healthAlerts, eq(healthAlerts.user, user));
    },

    /** Stores an alert, looks at it at once, and gives it as it is then. */
    async create(alert: NewHealthAlertRow): Promise<HealthAlertRow> {
      await db.insert(healthAlerts).values(alert);
      await look(alert.id);
      const [row] = await db.select().from(healthAlerts).where(eq(healthAlerts.id, alert.id));
      return row!;
    },

    /** @returns whether there was one. */
    async remove(id: string, user: string): Promise<boolean> {
      const gone = await db
        .delete(healthAlerts)
        .where(and(eq(healthAlerts.id, id), eq(healthAlerts.user, user)))
        .returning({ id: healthAlerts.id });
      return gone.length > 0;
    },

    /** Looks at those that it can set off: one statement where there are none. */
    async lookAt(occasion: Occasion): Promise<void> {
      const rows = await db
        .select({ id: healthAlerts.id })
        .from(healthAlerts)
        .where(
          occasion === 'paid'
            ? eq(healthAlerts.kind, 'cost')
            : or(isNull(healthAlerts.pipeline), eq(healthAlerts.pipeline, pipelineOf(occasion))),
        );
      for (const { id } of rows) await look(id);
    },
  };
}

export type HealthAlertRepository = ReturnType<typeof healthAlertRepository>;
