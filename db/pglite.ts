import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema/index.ts';

/** PGlite with our schema brought up to date. @param options where its data lie; in memory when left out. */
export async function openPglite(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}) {
  const client = new PGlite({ ...options, extensions: { vector } });
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder });
  return { db, client, name: 'PGlite' as const, close: () => client.close() };
}
