import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as schema from './schema/index.ts';

/** The one database interface that repositories use, over PGlite and PostgreSQL alike. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenDatabase = { db: Database; name: 'PGlite' | 'PostgreSQL'; close(): Promise<void> };

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Opens the database and brings its schema up to date.
 * @param options.url a PostgreSQL URL; left out, PGlite in `dataFolder`, or in memory without one.
 */
export async function openDatabase(options: {
  url?: string;
  dataFolder?: string;
}): Promise<OpenDatabase> {
  return options.url ? openPostgres(options.url) : openPglite(options.dataFolder);
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

async function openPglite(dataFolder: string | undefined): Promise<OpenDatabase> {
  const [{ PGlite }, { vector }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  if (dataFolder) await mkdir(dataFolder, { recursive: true });
  const client = new PGlite({
    ...(dataFolder && { dataDir: join(dataFolder, 'database') }),
    extensions: { vector },
  });
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder });
  return { db, name: 'PGlite', close: () => client.close() };
}
