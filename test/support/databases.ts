import { inject } from 'vitest';
import { openDatabase, openEmbedded, type OpenDatabase } from '../../db/open.ts';
import { copyDatabase } from './copy-database.ts';
import { testSealer } from './keyring.ts';
import { createPostgres } from './postgres-database.ts';

type TestDatabase = { name: string; open(): Promise<OpenDatabase> };

const { TEST_DATABASE_URL: server } = process.env;
const pglite: TestDatabase = { name: 'PGlite', open: openInMemory };
const postgres: TestDatabase | undefined = server
  ? { name: 'PostgreSQL', open: () => openPostgres(server) }
  : undefined;

/**
 * The database that records are tested on: PostgreSQL when `TEST_DATABASE_URL` names a server, else PGlite. Use with
 * `describe.each(databases)('… on $name', ({ open }) => { … })`.
 */
export const databases: readonly TestDatabase[] = [postgres ?? pglite];

/**
 * PGlite, and PostgreSQL where there is a server: for the few tests that touch every kind of column, lock and
 * transaction. What holds on both there holds on both elsewhere, as one set of repositories serves them.
 */
export const everyDatabase: readonly TestDatabase[] = postgres ? [pglite, postgres] : [pglite];

/** A new database for a test that is not about databases, a copy of the one that the test run has made. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return server ? openPostgres(server) : openInMemory();
}

/** PGlite in memory, whatever server there is: for what wants pgvector, which the tests' PostgreSQL may lack. */
export async function openInMemory(): Promise<OpenDatabase> {
  return openEmbedded({ dump: inject('databaseTemplate').file }, testSealer);
}

/** Puts such a copy where a Baton looks for its database, so that its first start is as quick as later ones. */
export function makeDatabase(dataFolder: string): Promise<void> {
  return copyDatabase(inject('databaseTemplate').file, dataFolder);
}

async function openPostgres(serverUrl: string): Promise<OpenDatabase> {
  const { url, drop } = await createPostgres(serverUrl, inject('databaseTemplate').name);
  const database = await openDatabase({ url, sealer: testSealer });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
