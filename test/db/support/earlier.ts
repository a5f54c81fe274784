import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import journal from '../../../db/migrations/meta/_journal.json' with { type: 'json' };
import { migrationsFolder } from '../../../db/migrations-folder.ts';

const tags = journal.entries.map(({ tag }) => tag);

/** A database as it was before a migration. */
export async function openBefore(migration: string) {
  const client = new PGlite({ extensions: { vector } });
  const at = tags.indexOf(migration);
  for (const tag of tags.slice(0, at)) await client.exec(await sqlOf(tag));
  const later = await Promise.all(tags.slice(at).map(sqlOf));
  return {
    /**
     * What is on record once that migration and all later ones are taken; nothing of it is kept.
     * @param rows what is on record before, by the table.
     */
    async upgraded<Table extends string>(
      rows: Record<Table, object[]>,
    ): Promise<Record<Table, unknown[]>> {
      await client.exec('BEGIN');
      try {
        const tables = Object.entries<object[]>(rows);
        for (const [table, list] of tables) {
          for (const row of list) await insert(table, row);
        }
        for (const step of later) await client.exec(step);
        const found = new Map<string, unknown[]>();
        for (const [table] of tables) {
          found.set(table, (await client.query(`SELECT * FROM "${table}" ORDER BY 1`)).rows);
        }
        return Object.fromEntries(found) as Record<Table, unknown[]>;
      } finally {
        await client.exec('ROLLBACK');
      }
    },
    close: () => client.close(),
  };

  async function insert(table: string, row: object): Promise<void> {
    const columns = Object.keys(row).map((name) => `"${name}"`);
    const places = columns.map((_, index) => `$${index + 1}`);
    const text = `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    await client.query(text, Object.values(row));
  }
}

const sqlOf = (tag: string) => readFile(join(migrationsFolder, `${tag}.sql`), 'utf8');
