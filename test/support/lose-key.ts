import { getTableColumns, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/open.ts';

/**
 * Makes everything sealed in the rows of a table what it is once its key is lost: sealed with a key `lost` that nobody has.
 * @param where which rows; left out, all.
 */
export async function loseKey(db: Database, table: PgTable, where = sql`true`): Promise<void> {
  await renameKey(db, table, { from: 'test', to: 'lost', where });
}

/** Gives the rows of a table back the key that `loseKey` took. */
export async function findKey(db: Database, table: PgTable): Promise<void> {
  await renameKey(db, table, { from: 'lost', to: 'test', where: sql`true` });
}

async function renameKey(
  db: Database,
  table: PgTable,
  { from, to, where }: { from: string; to: string; where: SQL },
): Promise<void> {
  const columns = (Object.values(getTableColumns(table)) as PgColumn[]).filter((column) =>
    ['text', 'json', 'jsonb'].includes(column.getSQLType()),
  );
  const changes = columns.map((column): SQL => {
    const name = sql.identifier(column.name);
    const type = sql.raw(column.getSQLType());
    return sql`${name} = replace(${name}::text, ${`baton1:${from}:`}, ${`baton1:${to}:`})::${type}`;
  });
  await db.execute(sql`update ${table} set ${sql.join(changes, sql`, `)} where ${where}`);
}
