import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase, type OpenDatabase } from '../../db/open.ts';

/**
 * The databases that records are tested on: PGlite in memory, and PostgreSQL when `TEST_DATABASE_URL` names a
 * server. Use with `describe.each(databases)('… on $name', ({ open }) => { … })`.
 */
export const databases: readonly { name: string; open(): Promise<OpenDatabase> }[] = [
  { name: 'PGlite', open: () => openDatabase({}) },
  ...postgresServers().map((url) => ({ name: 'PostgreSQL', open: () => openPostgres(url) })),
];

function postgresServers(): string[] {
  const { TEST_DATABASE_URL: url } = process.env;
  return url ? [url] : [];
}

/** A new database with our schema; closing it drops it. */
async function openPostgres(serverUrl: string): Promise<OpenDatabase> {
  const { url, drop } = await createPostgres(serverUrl);
  const database = await openDatabase({ url });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A new, empty database of a PostgreSQL server, for as long as it is not dropped. */
export async function createPostgres(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
