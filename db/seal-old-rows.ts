import { and, asc, eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseSealed, UnreadableRecord } from '../contracts/base/sealed-text.ts';
import type { Database } from './open.ts';
import * as schema from './schema/index.ts';
import { sealedTables } from './schema/index.ts';
import { memories } from './schema/memories.ts';
import { isToSeal } from './sealing.ts';

/** Rows that are looked at in one transaction. */
const rowsAtOnce = 200;

/** Tables with no more rows are looked at from their beginning at each start. */
const fewRows = 10_000;

type Columns = Record<string, PgColumn>;
/** A table with columns that are sealed. */
type Table = { table: PgTable; name: string; key: PgColumn[]; sealed: Columns };
type Row = Record<string, unknown>;

const allTables: readonly Table[] = Object.values<unknown>({ ...schema, memories })
  .flatMap((each) => (is(each, PgTable) ? [tableOf(each)] : []))
  .filter(({ sealed }) => Object.keys(sealed).length > 0);

/**
 * Seals some of the rows that earlier versions wrote in plain text, and notes how far it came, so that it goes on there after a
 * restart. Of several processes one does it at a time.
 * @returns whether all of them are sealed.
 */
export async function sealOldRows(db: Database): Promise<boolean> {
  const tables = await presentTables(db);
  await db
    .insert(sealedTables)
    .values(tables.map(({ name, sealed }) => ({ table: name, columns: namesOf(sealed) })))
    .onConflictDoUpdate({
      target: sealedTables.table,
      set: { columns: sql`excluded.columns`, position: null, doneAt: null },
      setWhere: sql`${sealedTables.columns} <> excluded.columns`,
    });
  return db.transaction(async (tx) => {
    const open = await tx
      .select()
      .from(sealedTables)
      .where(sql`${sealedTables.doneAt} is null`)
      .orderBy(asc(sealedTables.table))
      .for('update');
    let left = rowsAtOnce;
    for (const { table, position } of open) {
      const next = tables.find(({ name }) => name === table);
      if (!next) continue;
      const found = await rowsAfter(tx, next, { position, most: left });
      for (const row of found) if (hasPlain(row, next)) await seal(tx, next, row);
      const last = found.at(-1);
      const isDone = found.length < left;
      await tx
        .update(sealedTables)
        .set({
          ...(last && { position: next.key.map(({ name }) => last[name] as string | number) }),
          ...(isDone && { doneAt: new Date() }),
        })
        .where(eq(sealedTables.table, next.name));
      left -= found.length;
      if (left === 0) return false;
    }
    return true;
  });
}

/**
 * Has `sealOldRows` look once more for rows in plain text: an earlier version may have written some after all were sealed. Large
 * tables are looked at from where it came to.
 */
export async function lookAgain(db: Database): Promise<void> {
  await db.update(sealedTables).set({ doneAt: null });
  for (const { table, name } of await presentTables(db)) {
    const some = sql`select count(*) as rows from (select 1 from ${table} limit ${fewRows + 1}) first_rows`;
    const [found] = ((await db.execute(some)) as unknown as { rows: Row[] }).rows;
    if (Number(found?.['rows']) > fewRows) continue;
    await db.update(sealedTables).set({ position: null }).where(eq(sealedTables.table, name));
  }
}

/** Without memories where the database has none. */
async function presentTables(db: Database): Promise<readonly Table[]> {
  const found = await db.execute(sql`select to_regclass(${getTableName(memories)}) as memories`);
  const [row] = (found as unknown as { rows: Row[] }).rows;
  return row?.['memories'] ? allTables : allTables.filter(({ table }) => table !== memories);
}

function tableOf(table: PgTable): Table {
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn][];
  const { primaryKeys } = getTableConfig(table);
  const key =
    primaryKeys[0]?.columns ?? columns.map(([, each]) => each).filter(({ primary }) => primary);
  const sealed = columns.filter(
    ([, each]) => each.columnType === 'PgCustomColumn' && isToSeal(each.mapToDriverValue([])),
  );
  return { table, name: getTableName(table), key, sealed: Object.fromEntries(sealed) };
}

const namesOf = (columns: Columns) =>
  Object.values(columns)
    .map(({ name }) => name)
    .toSorted()
    .join();

/** As they are stored: only the queries of columns open what is sealed. */
async function rowsAfter(
  tx: Database,
  { table, key, sealed }: Table,
  { position, most }: { position: (string | number)[] | null; most: number },
): Promise<Row[]> {
  const keys = sql.join(key, sql`, `);
  const values = sql.join(
    (position ?? []).map((value) => sql`${value}`),
    sql`, `,
  );
  const columns = sql.join([...key, ...Object.values(sealed)], sql`, `);
  const result = await tx.execute(
    sql`select ${columns} from ${table} ${position ? sql`where (${keys}) > (${values})` : sql``}
      order by ${keys} limit ${most} for update`,
  );
  return (result as unknown as { rows: Row[] }).rows;
}

const hasPlain = (row: Row, { sealed }: Table) =>
  Object.values(sealed).some(({ name }) => isPlain(row[name]));

function isPlain(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value === 'string') return parseSealed(value) === undefined;
  // Of members each is sealed by itself.
  return (
    typeof value !== 'object' ||
    Object.values(value).some((each) => typeof each !== 'string' || isPlain(each))
  );
}

/** Writes what a row holds once more. What no key opens stays as it is. */
async function seal(tx: Database, { table, key, sealed }: Table, row: Row): Promise<void> {
  const isThis = and(...key.map((column) => eq(column, row[column.name])));
  const plain = Object.entries(sealed).filter(([, { name }]) => isPlain(row[name]));
  try {
    const [values] = await tx.select(Object.fromEntries(plain)).from(table).where(isThis);
    if (values) await tx.update(table).set(values).where(isThis);
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
  }
}
