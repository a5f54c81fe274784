import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { AccessAction } from '../../../contracts/access/actions.ts';
import type { Database } from '../../open.ts';
import { accessEvents } from '../../schema/index.ts';

export type AccessEventRow = typeof accessEvents.$inferSelect;
export type NewAccessEvent = Pick<AccessEventRow, 'by' | 'action'> &
  Partial<Pick<AccessEventRow, 'target' | 'detail' | 'address'>>;

export type AccessFilter = {
  before?: number | undefined;
  action?: AccessAction | undefined;
  /** Who did it, or whom it was about. */
  person?: string | undefined;
};

const isAbout = (person: string) =>
  or(
    eq(accessEvents.by, person),
    eq(accessEvents.target, person),
    sql`${accessEvents.detail} ->> 'user' = ${person}`,
  );

const pageRows = 1_000;

/** Who signed in, and who changed what others may do. It is only ever added to. */
export function accessLog(db: Database) {
  return {
    async add(event: NewAccessEvent): Promise<void> {
      await db.insert(accessEvents).values(event);
    },

    /** Newest first. */
    list: ({ before, action, person, limit }: AccessFilter & { limit: number }) =>
      db
        .select()
        .from(accessEvents)
        .where(
          and(
            before === undefined ? undefined : lt(accessEvents.id, before),
            action && eq(accessEvents.action, action),
            person === undefined ? undefined : isAbout(person),
          ),
        )
        .orderBy(desc(accessEvents.id))
        .limit(limit),

    /** Whether somebody has done something to one of some targets. */
    async has(event: { by: string; action: AccessAction; targets: string[] }): Promise<boolean> {
      const { by, action, target } = accessEvents;
      const [row] = await db
        .select({ id: accessEvents.id })
        .from(accessEvents)
        .where(and(inArray(target, event.targets), eq(action, event.action), eq(by, event.by)))
        .limit(1);
      return row !== undefined;
    },

    /** All of them, oldest first, without having them all in memory. */
    async *all(): AsyncGenerator<AccessEventRow> {
      for (let after = 0; ;) {
        const rows = await db
          .select()
          .from(accessEvents)
          .where(gt(accessEvents.id, after))
          .orderBy(asc(accessEvents.id))
          .limit(pageRows);
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < pageRows) return;
        after = last.id;
      }
    },
  };
}

export type AccessLog = ReturnType<typeof accessLog>;
