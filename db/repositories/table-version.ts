import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../open.ts';

/** What is another one once any row of a small table was written, added or removed. */
export async function tableVersion(db: Database, table: PgTable): Promise<string> {
  const [row] = await db
    .select({
      version: sql<string | null>`md5(string_agg(xmin::text || ctid::text, ' ' order by ctid))`,
    })
    .from(table);
  return row?.version ?? '';
}
