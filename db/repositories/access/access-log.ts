import { asc, desc, gt, lt } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { accessEvents } from '../../schema/index.ts';

export type AccessEventRow = typeof accessEvents.$inferSelect;
export type NewAccessEvent = Pick<AccessEventRow, 'by' | 'action'> &
  Partial<Pick<AccessEventRow, 'target' | 'detail' | 'address'>>;

const pageRows = 1_000;

/** Who signed in, and who changed what others may do. It is only ever added to. */
export function accessLog(db: Database) {
  return {
    async add(event: NewAccessEvent): Promise<void> {
      await db.insert(accessEvents).values(event);
    },

    /** Newest first. */
    list: ({ before, limit }: { before?: number | undefined; limit: number }) =>
      db
        .select()
        .from(accessEvents)
        .where(before === undefined ? undefined : lt(accessEvents.id, before))
        .orderBy(desc(accessEvents.id))
        .limit(limit),

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
