import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema/index.ts';

/** The one database interface that repositories use, over PGlite and PostgreSQL alike. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenDatabase = { db: Database; name: 'PGlite' | 'PostgreSQL'; close(): Promise<void> };

/**
 * Opens the database and brings its schema up to date.
 * @param options.url a PostgreSQL URL; left out, PGlite in `dataFolder`, or in memory without one.
 */
export async function openDatabase(options: {
  url?: string;
  dataFolder?: string;
}): Promise<OpenDatabase> {
  return options.url ? openPostgres(options.url) : openFolder(options.dataFolder);
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const [{ Pool }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const pool = new Pool({ connectionString: url });
  // A connection that breaks between queries is replaced by the pool; a query tells of its own error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lock = await pool.connect();
  try {
    // Several processes may start at once: one migrates, the others wait.
    await lock.query('select pg_advisory_lock(7265616)');
    await migrate(drizzle(lock), { migrationsFolder });
    await lock.query('select pg_advisory_unlock(7265616)');
  } catch (error) {
    lock.release(true);
    await pool.end();
    throw error;
  }
  lock.release();
  return { db: drizzle(pool, { schema }), name: 'PostgreSQL', close: () => pool.end() };
}

async function openFolder(dataFolder: string | undefined): Promise<OpenDatabase> {
  const { openPglite } = await import('./pglite.ts');
  if (!dataFolder) return openPglite();
  await mkdir(dataFolder, { recursive: true });
  return openPglite({ dataDir: databaseFolder(dataFolder) });
}

/** Where PGlite's files lie in a data folder. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'database');
}
