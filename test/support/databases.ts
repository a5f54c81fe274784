import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { databaseFolder, openDatabase, type OpenDatabase } from '../../db/open.ts';
import { openPglite } from '../../db/pglite.ts';
import { createPostgres } from './postgres-database.ts';

/**
 * The databases that records are tested on: PGlite in memory, and PostgreSQL when `TEST_DATABASE_URL` names a
 * server. Use with `describe.each(databases)('… on $name', ({ open }) => { … })`.
 */
export const databases: readonly { name: string; open(): Promise<OpenDatabase> }[] = [
  { name: 'PGlite', open: openInMemory },
  ...postgresServers().map((url) => ({ name: 'PostgreSQL', open: () => openPostgres(url) })),
];

/**
 * A new database for a test that is not about databases: of PostgreSQL where the tests have a server, which takes a
 * fraction of the time, else in memory.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const [server] = postgresServers();
  return server === undefined
    ? openInMemory()
    : openPostgres(server, inject('databaseTemplate').name);
}

/** A new database in memory: a copy of the one that the test run has made, which is far quicker than making one. */
export async function openInMemory(): Promise<OpenDatabase> {
  return openPglite({ loadDataDir: await inMemory() });
}

/** Puts such a copy where a Baton looks for its database, so that its first start is as quick as later ones. */
export async function makeDatabase(dataFolder: string): Promise<void> {
  const dataDir = databaseFolder(dataFolder);
  const { close } = await openPglite({ dataDir, loadDataDir: await inMemory() });
  await close();
}

const inMemory = () => openAsBlob(inject('databaseTemplate').file);

function postgresServers(): string[] {
  const { TEST_DATABASE_URL: url } = process.env;
  return url ? [url] : [];
}

/** A new database with our schema, a copy of another one if that is named; closing it drops it. */
async function openPostgres(serverUrl: string, template?: string): Promise<OpenDatabase> {
  const { url, drop } = await createPostgres(serverUrl, template);
  const database = await openDatabase({ url });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
